package dev.berth.service.booking;

import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import java.util.function.Predicate;

/**
 * A reservation that somebody wants to change.
 *
 * @param isAsSeen whether it is still what they saw when they made up their mind
 */
public record Target(Account asker, ReservationId id, Predicate<Reservation> isAsSeen) {
    /** Whatever has become of it since. */
    public static Target of(Account asker, ReservationId id) {
        return new Target(asker, id, reservation -> true);
    }

    /** The reservation, if it is the asker's to change and still the one that was meant. */
    public Reservation in(View view) {
        view.queued(id).ifPresent(request -> {
            QueuedBookings.checkOwner(asker, request);
            throw new Refused(new Refusal.StillQueued(id));
        });
        Reservation reservation = Bookings.find(view, id).orElseThrow(() -> Bookings.unknown(id));
        asker.checkOwns(reservation.job().user(), "reservation " + id);
        if (!isAsSeen.test(reservation)) {
            throw Problem.of(
                            Code.CHANGED_SINCE,
                            "reservation " + id + " has changed since; read it again, then repeat the change")
                    .toException();
        }
        return reservation;
    }
}
