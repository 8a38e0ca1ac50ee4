package dev.berth.service.booking;

import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.project.Memberships;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import java.util.Optional;
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
        return in(view, reservation -> asker.owns(reservation.job().user()));
    }

    /**
     * The same for those who look after it: its owner, operators, and the staff of the project it is booked for. They share it and
     * hand it over.
     */
    public Reservation lookedAfter(View view) {
        return in(
                view,
                reservation -> asker.owns(reservation.job().user())
                        || Memberships.isStaff(
                                view,
                                asker,
                                Optional.ofNullable(reservation.job().terms().project())));
    }

    /** The same for those who may run commands in it: its owner, operators, and those it is shared with. */
    public Reservation inside(View view) {
        return in(
                view,
                reservation -> asker.owns(reservation.job().user()) || Sharings.isGuest(view, asker, reservation.id()));
    }

    private Reservation in(View view, Predicate<Reservation> mayBe) {
        view.queued(id).ifPresent(request -> {
            QueuedBookings.checkOwner(asker, request);
            throw new Refused(new Refusal.StillQueued(id));
        });
        Reservation reservation = Bookings.find(view, id).orElseThrow(() -> Bookings.unknown(id));
        if (!mayBe.test(reservation)) {
            asker.checkOwns(reservation.job().user(), "reservation " + id);
        }
        if (!isAsSeen.test(reservation)) {
            throw Problem.of(
                            Code.CHANGED_SINCE,
                            "reservation " + id + " has changed since; read it again, then repeat the change")
                    .toException();
        }
        return reservation;
    }
}
