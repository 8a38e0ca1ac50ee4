package dev.berth.site;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.Optional;

/**
 * Effect of a transaction on a reservation or on a queued request.
 *
 * @param before what it claimed; empty if it is new
 * @param after what it claims; empty for a request that was turned away or withdrawn
 * @param chosen whether its start was asked for, rather than found by the book for what was promised before
 * @param served whether the site has done it when it offered to those who wait what had come free: nobody asked for it now
 * @param ended how it closed; empty while it is open, and for a request that was never decided
 * @param turnedAway of a queued request that was decided and refused
 * @param was the reservation as it was before, with its servers or without; empty if it is new
 */
public record Touched(
        ReservationId id,
        Optional<ServerTimeClaim> before,
        Optional<ServerTimeClaim> after,
        boolean chosen,
        boolean served,
        Optional<Ended> ended,
        Optional<TurnedAway> turnedAway,
        Optional<Reservation> was) {
    /** Job of a queued request that was refused, and the reason. */
    public record TurnedAway(Job job, Refusal reason) {}

    public String user() {
        return after.or(() -> before).map(ServerTimeClaim::user).orElse("");
    }

    /** Whether it was handed over to another user. */
    public boolean isGiven() {
        return before.isPresent()
                && after.isPresent()
                && !before.get().user().equals(after.get().user());
    }

    /** Whether it was asked to start at another time than before. */
    public boolean hasChosenStart() {
        return chosen
                && after.isPresent()
                && after.get().isDecided()
                && (before.isEmpty() || before.get().start() != after.get().start());
    }
}
