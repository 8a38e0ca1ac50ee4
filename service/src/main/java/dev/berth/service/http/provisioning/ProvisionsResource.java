package dev.berth.service.http.provisioning;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Role;
import dev.berth.service.http.Answer;
import dev.berth.service.http.Call;
import dev.berth.service.http.Endpoint;
import dev.berth.service.http.NumberedPage;
import dev.berth.service.http.SiteAccess;
import dev.berth.service.provision.Provision;
import dev.berth.service.provision.ProvisionBookings;
import dev.berth.service.provision.Provisions;
import dev.berth.service.provision.Searches;
import dev.berth.service.provision.Searching;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.IdKind;
import dev.berth.service.wire.ReservationJson;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** From a plan that a search has found to reservations; {@code /provisions}: what was booked so. */
public final class ProvisionsResource {
    private final SiteAccess access;
    private final Searches searches;

    public ProvisionsResource(SiteAccess access, Searches searches) {
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
        ProvisionBookings.Forecast forecast =
                access.read(view -> ProvisionBookings.wouldBook(view, access.now(), search, proposal));
        ObjectNode node = ProvisionJson.proposal(search, point, proposal);
        return Answer.ok(
                forecast.reason().isEmpty()
                        ? node.put("price", forecast.quote().after().toString())
                        : node.put("reason", forecast.reason()));
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
        return access.write(call, transaction -> {
            ProvisionBookings.Priced booked = ProvisionBookings.book(transaction, call.account(), search, proposal);
            ObjectNode node = ProvisionJson.whole(transaction.view(), booked.provision());
            node.set("quote", ReservationJson.quote(booked.quote()));
            return Answer.json(201, node)
                    .with("Location", "/api/v1/provisions/" + booked.provision().id());
        });
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
                ProvisionJson.whole(view, ProvisionBookings.own(view, call.account(), call.variable("provision")))));
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        String id = call.variable("provision");
        return dryRun
                ? access.read(view -> cancelled(view, ProvisionBookings.wouldCancel(view, call.account(), id), true))
                : access.write(call, transaction -> {
                    ProvisionBookings.Priced done = ProvisionBookings.cancel(transaction, call.account(), id);
                    return cancelled(transaction.view(), done, false);
                });
    }

    private static Answer cancelled(View view, ProvisionBookings.Priced cancelled, boolean dryRun) {
        ObjectNode node = ProvisionJson.whole(view, cancelled.provision()).put("dryRun", dryRun);
        node.set("quote", ReservationJson.quote(cancelled.quote()));
        return Answer.ok(node);
    }
}
