package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Shape;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Where;
import dev.berth.service.waitlist.WaitEntry;
import dev.berth.service.waitlist.WaitingJobs;
import dev.berth.service.waitlist.WaitlistSettings;
import dev.berth.service.waitlist.Waits;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.JobReader;
import dev.berth.wire.QueuedJson;
import dev.berth.wire.Times;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** {@code /waiting}: jobs that wait for what comes free, and what they were served. */
public final class WaitingResource {
    private final SiteAccess access;
    private final WaitlistSettings settings;

    public WaitingResource(SiteAccess access, WaitlistSettings settings) {
        this.access = access;
        this.settings = settings;
    }

    /** Which are wanted. */
    private enum Wanted {
        OPEN,
        OVER
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/waiting", Role.USER, this::list),
                new Endpoint("POST", "/waiting", Role.USER, this::await),
                new Endpoint("GET", "/waiting/{entry}", Role.USER, this::get),
                new Endpoint("DELETE", "/waiting/{entry}", Role.USER, this::withdraw).alsoWhenFull(),
                new Endpoint("POST", "/waiting/{entry}/decline", Role.USER, this::decline).alsoWhenFull());
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit"));
        Wanted state = query.oneOf("state", Wanted.class);
        NumberedPage page = NumberedPage.read(query, IdKind.ENTRY::number, "must be an entry such as e3");
        return access.readInTurn(
                call,
                view -> page.of(
                        "entries",
                        view.facts(Waits.class).all().stream()
                                .filter(entry -> entry.number() > page.after()
                                        && call.account().owns(entry.user())
                                        && (state == null || entry.isOpen(view.now()) == (state == Wanted.OPEN))),
                        WaitEntry::id,
                        entry -> WaitJson.of(view, entry)));
    }

    private Answer await(Call call) {
        Fields fields = call.body();
        fields.require("job");
        fields.require("until");
        Long until = fields.instant("until");
        boolean tell = fields.flag("tell");
        Fields wanted = fields.object("job");
        Account asker = call.account();
        Job read = wanted == null ? null : JobReader.read(wanted, asker.name(), access.now(), access::isRun);
        boolean isOpen = wanted != null && !wanted.has("deadline");
        Where where = wanted == null ? Where.ANYWHERE : Where.read(wanted);
        if (wanted != null) {
            wanted.closed();
        }
        fields.closed();
        long end = fields.built(() -> Checks.present(until));
        Job asked = fields.built(() -> Checks.present(read));
        Job job = isOpen ? beginningUntil(asked, end + (tell ? settings.hold() : 0)) : asked;
        return access.write(
                call,
                transaction -> said(
                        transaction.view(),
                        WaitingJobs.bookOrWait(transaction, asker, job, where, end, tell, settings)));
    }

    /** The job with room to begin as late as this: with the deadline of a stay that starts at once it would wait for a moment only. */
    private static Job beginningUntil(Job job, long latest) {
        return latest > job.ready() && job.shape() instanceof Shape.Stay stay && !Times.isBeyond(latest + stay.length())
                ? job.within(job.ready(), Math.max(job.deadline(), latest + stay.length()))
                : job;
    }

    private static Supplier<Answer> said(View view, WaitingJobs.Outcome outcome) {
        return switch (outcome) {
            case WaitingJobs.AtOnce booked ->
                Booked.of(view, view.reservation(booked.reservation().id()).orElse(booked.reservation()))::answer;
            case WaitingJobs.OnTheList listed -> {
                Supplier<ObjectNode> found = WaitJson.found(view, listed.entry());
                String id = listed.entry().id();
                yield () -> tagged(202, found.get()).with("Location", "/api/v1/waiting/" + id);
            }
        };
    }

    private Answer get(Call call) {
        return access.read(view ->
                tagged(200, WaitJson.of(view, WaitingJobs.own(view, call.account(), call.variable("entry")))));
    }

    private Answer withdraw(Call call) {
        return change(call, (transaction, id) -> WaitingJobs.withdraw(transaction, call.account(), id));
    }

    private Answer decline(Call call) {
        return change(call, (transaction, id) -> WaitingJobs.decline(transaction, call.account(), id));
    }

    private Answer change(Call call, BiFunction<Transaction, String, WaitEntry> work) {
        return access.write(call, transaction -> {
            WaitEntry entry = work.apply(transaction, call.variable("entry"));
            Supplier<ObjectNode> found = WaitJson.found(transaction.view(), entry);
            return () -> tagged(200, found.get());
        });
    }

    private static Answer tagged(int status, ObjectNode node) {
        return Answer.json(status, node).with("ETag", QueuedJson.etag(node));
    }
}
