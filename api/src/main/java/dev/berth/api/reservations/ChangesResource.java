package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Changes;
import dev.berth.site.Transaction;
import dev.berth.wire.ChangeReader;
import dev.berth.wire.Fields;
import dev.berth.wire.ReservationJson;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Changes of a reservation: confirm, change, cancel, end early, or ask for more time. */
public final class ChangesResource {
    private final SiteAccess access;

    public ChangesResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/reservations/{id}/confirm", Role.USER, this::confirm),
                new Endpoint("POST", "/reservations/{id}/changes", Role.USER, this::change),
                new Endpoint("DELETE", "/reservations/{id}", Role.USER, this::cancel),
                new Endpoint("POST", "/reservations/{id}/finish", Role.USER, this::finish).alsoWhenFull(),
                new Endpoint("POST", "/reservations/{id}/overrun", Role.USER, this::overrun));
    }

    private Answer confirm(Call call) {
        return access.write(
                call,
                transaction -> new VisibleReservations(transaction.view(), call.account())
                        .answer(Changes.confirm(transaction, call.target()).id()));
    }

    private Answer change(Call call) {
        Fields fields = call.body();
        ChangeReader.Asked read = ChangeReader.read(fields);
        boolean dryRun = fields.flag("dryRun");
        fields.closed();
        ChangeReader.Asked asked = fields.built(() -> Checks.present(read));
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            Changes.Changed changed = switch (asked) {
                case ChangeReader.Adjusted adjusted -> Changes.adjust(transaction, call.target(), adjusted.change());
                case ChangeReader.Required required -> Changes.require(transaction, call.target(), required.change());
            };
            Supplier<ObjectNode> found =
                    new VisibleReservations(transaction.view(), call.account()).found(changed.reservation());
            return () -> {
                Answer answer = Answer.ok(
                        ReservationJson.quoted(dryRun, changed.quote()).set("reservation", found.get()));
                return dryRun ? answer : answer.with("ETag", ReservationJson.etag(changed.reservation()));
            };
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        Function<Transaction, Supplier<Answer>> work =
                transaction -> quoted(dryRun, Changes.cancel(transaction, call.target()));
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private Answer finish(Call call) {
        return access.write(call, transaction -> quoted(false, Changes.finish(transaction, call.target())));
    }

    private static Supplier<Answer> quoted(boolean dryRun, Quote quote) {
        return () -> Answer.ok(ReservationJson.quoted(dryRun, quote));
    }

    private Answer overrun(Call call) {
        Fields fields = call.body();
        fields.require("more");
        Long more = fields.positiveDuration("more");
        OverrunPolicy policy = fields.oneOf("policy", OverrunPolicy.class);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        long longer = Checks.present(more);
        OverrunPolicy chosen = policy == null ? OverrunPolicy.EXTEND_IF_FREE : policy;
        if (dryRun) {
            return access.rehearse(
                    call,
                    transaction -> quoted(
                            true,
                            Changes.overrun(transaction, call.target(), longer, chosen)
                                    .quote()));
        }
        return access.write(call, transaction -> {
            Changes.Overrun changed = Changes.overrun(transaction, call.target(), longer, chosen);
            VisibleReservations visible = new VisibleReservations(transaction.view(), call.account());
            Supplier<ObjectNode> found = visible.found(changed.reservation().id());
            Optional<Supplier<ObjectNode>> rest = changed.rest().map(each -> visible.found(each.id()));
            return () -> {
                ObjectNode node = ReservationJson.quoted(false, changed.quote());
                node.set("reservation", found.get());
                rest.ifPresent(each -> node.set("rest", each.get()));
                return Answer.ok(node).with("ETag", ReservationJson.etag(changed.reservation()));
            };
        });
    }
}
