package dev.berth.api.provisioning;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.ProblemJson;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Role;
import dev.berth.service.provision.Adverts;
import dev.berth.service.provision.Provision;
import dev.berth.service.provision.ProvisionBookings;
import dev.berth.service.provision.Provisions;
import dev.berth.service.provision.Searches;
import dev.berth.service.provision.Searching;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.PhraseJson;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.words.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** From a plan that a search has found to reservations; {@code /provisions}: what was booked so. */
public final class ProvisionsResource {
    private final SiteAccess access;
    private final Searches searches;
    private final Adverts adverts;

    public ProvisionsResource(SiteAccess access, Searches searches, Adverts adverts) {
        this.adverts = adverts;
        this.access = access;
        this.searches = searches;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/searches/{search}/plan", Role.USER, this::plan).atLeader(),
                new Endpoint("POST", "/searches/{search}/book", Role.USER, this::book),
                new Endpoint("GET", "/provisions", Role.USER, this::list),
                new Endpoint("GET", "/provisions/{provision}", Role.USER, this::get),
                new Endpoint("DELETE", "/provisions/{provision}", Role.USER, this::cancel));
    }

    private Searching search(Call call) {
        return searches.own(call.account(), call.variable("search"));
    }

    private static int point(Searching search, Fields fields) {
        return ProvisionReader.choice(fields, ProvisionBookings.found(search).plans());
    }

    private Answer plan(Call call) {
        Fields query = call.query(Set.of("point"));
        Searching search = search(call);
        int point = point(search, query);
        Provision proposal = ProvisionBookings.proposed(search, point);
        ObjectNode node = ProvisionJson.proposal(search, point, proposal);
        ProvisionBookings.whyExpired(search, access.now())
                .or(() -> forecast(call, search, proposal, node))
                .ifPresent(reason -> node.set("reason", PhraseJson.of(reason)));
        return Answer.ok(node);
    }

    /** Adds what it would cost now, and the limit in its way, or says why it can no longer be booked. */
    private Optional<Phrase> forecast(Call call, Searching search, Provision proposal, ObjectNode node) {
        try {
            List<ProvisionBookings.Priced> booked = new ArrayList<>();
            Optional<Problem> limit = access.limit(
                    call,
                    transaction -> booked.add(ProvisionBookings.book(transaction, call.account(), search, proposal)));
            booked.forEach(each -> node.put("price", each.quote().after().toString()));
            limit.ifPresent(problem -> node.set("limit", ProblemJson.of(problem)));
            return Optional.empty();
        } catch (Refused refused) {
            adverts.renew();
            return Optional.of(access.read(view -> SiteAccess.problem(view, refused.refusal(), refused.job()))
                    .detail());
        }
    }

    private Answer book(Call call) {
        Fields fields = call.body();
        // What was booked with this key is in the answer, though the search may be forgotten.
        Optional<Answer> given = access.given(call);
        if (given.isPresent()) {
            return given.get();
        }
        Searching search = search(call);
        Provision proposal = ProvisionBookings.proposed(search, point(search, fields));
        try {
            return access.write(call, transaction -> {
                ProvisionBookings.Priced booked = ProvisionBookings.book(transaction, call.account(), search, proposal);
                Supplier<ObjectNode> whole = ProvisionJson.whole(transaction.view(), booked.provision());
                return () -> Answer.json(201, whole.get().set("quote", ReservationJson.quote(booked.quote())))
                        .with(
                                "Location",
                                "/api/v1/provisions/" + booked.provision().id());
            });
        } catch (Refused refused) {
            adverts.renew();
            throw refused;
        }
    }

    private Answer list(Call call) {
        NumberedPage page = NumberedPage.asked(call, IdKind.PROVISION::number, "must be a provision such as p3");
        return access.read(view -> page.of(
                "provisions",
                view.facts(Provisions.class).all().stream()
                        .filter(provision -> provision.number() > page.after()
                                && call.account().owns(provision.owner())),
                Provision::id,
                ProvisionJson::line));
    }

    private Answer get(Call call) {
        return access.read(view -> Answer.ok(
                ProvisionJson.whole(view, ProvisionBookings.own(view, call.account(), call.variable("provision")))
                        .get()));
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        String id = call.variable("provision");
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            ProvisionBookings.Priced done = ProvisionBookings.cancel(transaction, call.account(), id);
            return cancelled(transaction.view(), done, dryRun);
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private static Supplier<Answer> cancelled(View view, ProvisionBookings.Priced cancelled, boolean dryRun) {
        Supplier<ObjectNode> whole = ProvisionJson.whole(view, cancelled.provision());
        return () ->
                Answer.ok(whole.get().put("dryRun", dryRun).set("quote", ReservationJson.quote(cancelled.quote())));
    }
}
