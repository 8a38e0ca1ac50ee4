package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.FasterJson;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.service.booking.Faster;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.booking.Pools;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.View;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.SliceJson;
import dev.berth.words.Unit;
import java.util.List;
import java.util.Optional;

/**
 * A reservation that was just booked, with all that its answer says: looked up within the transaction, so that the answer
 * can be made when the lock of the site is given back.
 *
 * @param parts of the servers of its pool
 * @param serverNames empty if it has no servers yet, or they have no names
 */
record Booked(
        Reservation reservation,
        Parts parts,
        Unit unit,
        List<String> serverNames,
        Optional<Faster> faster,
        Sharing sharing) {
    static Booked of(View view, Reservation known) {
        Parts parts = Pools.find(view, known.placement().pool()).parts();
        Reservation reservation = ReservationJson.told(known, !parts.isEmpty());
        Placement placement = reservation.placement();
        return new Booked(
                reservation,
                parts,
                PoolUnits.of(view, placement.pool()),
                ServerNames.of(view).known(placement.pool(), placement.servers()),
                Faster.of(view, reservation.job(), placement.pool()),
                view.facts(Sharings.class).of(reservation));
    }

    Answer answer() {
        return Answer.json(201, json())
                .with("ETag", ReservationJson.etag(reservation))
                .with("Location", "/api/v1/reservations/" + reservation.id());
    }

    private ObjectNode json() {
        ObjectNode node = ReservationJson.details(reservation, ReservationJson.state(reservation));
        if (!unit.equals(Unit.SERVER)) {
            node.put("unit", unit.name());
        }
        if (!serverNames.isEmpty()) {
            ArrayNode names = node.putArray("serverNames");
            serverNames.forEach(names::add);
        }
        SliceJson.addDevices(node, reservation.placement(), parts);
        VisibleReservations.addPeople(node, sharing);
        faster.ifPresent(each -> node.set("faster", FasterJson.of(each)));
        return node;
    }
}
