package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Role;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Names;
import dev.berth.service.wire.ReservationJson;
import java.util.List;

/** What happens to a reservation while it runs: it is done early, or needs longer than was reserved. */
final class RunResource {
    private final Office office;

    RunResource(Office office) {
        this.office = office;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/reservations/{id}/finish", Role.USER, this::finish).alsoWhenFull(),
                new Endpoint("POST", "/reservations/{id}/overrun", Role.USER, this::overrun));
    }

    private Answer finish(Call call) {
        return office.write(call, transaction -> {
            Reservation reservation = ChangesResource.own(transaction.view(), call);
            Decision.Accepted accepted = Bookings.accepted(transaction.submit(new Command.Finish(reservation.id())));
            Office.audit(transaction, "finish", reservation.id().toString(), "");
            return Answer.ok(ChangesResource.json(false, accepted.quote()));
        });
    }

    private Answer overrun(Call call) {
        Fields fields = call.body();
        fields.missing("more");
        Long more = fields.positiveDuration("more");
        OverrunPolicy policy = fields.oneOf("policy", OverrunPolicy.class);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        long longer = Checks.present(more);
        OverrunPolicy chosen = policy == null ? OverrunPolicy.EXTEND_IF_FREE : policy;
        if (dryRun) {
            return office.read(view -> {
                ReservationId id = ChangesResource.own(view, call).id();
                Decision.Accepted accepted = Bookings.accepted(view.decide(new Command.Overrun(id, longer, chosen)));
                return Answer.ok(ChangesResource.json(true, accepted.quote()));
            });
        }
        return office.write(call, transaction -> overrun(transaction, call, longer, chosen));
    }

    private static Answer overrun(Transaction transaction, Call call, long more, OverrunPolicy policy) {
        Reservation reservation = ChangesResource.own(transaction.view(), call);
        ReservationId id = reservation.id();
        Decision.Accepted accepted = Bookings.accepted(transaction.submit(new Command.Overrun(id, more, policy)));
        Office.audit(transaction, "overrun", id.toString(), Names.of(policy));
        View view = transaction.view();
        Reservation after = Sight.find(view, id).orElse(reservation);
        ObjectNode node = ChangesResource.json(false, accepted.quote());
        node.set("reservation", new Sight(view, call.account()).of(id));
        return Answer.ok(node).with("ETag", ReservationJson.etag(after));
    }
}
