package dev.berth.service.waitlist;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.WaiterId;
import dev.berth.wire.IdKind;
import java.util.Optional;

/**
 * An entry of the waiting list, and what became of it; also the fact that tells of each change.
 *
 * @param name of its job
 * @param until when it stops waiting, as it was asked for
 * @param hold how long its reservation is held for an answer, in milliseconds; 0 if it is booked
 * @param decline how long what was booked may be declined
 * @param reservation number of the one that it was served
 * @param changed when it came into its state
 * @param declineBy until when it can be declined; 0 if it cannot
 */
public record WaitEntry(
        long number,
        String user,
        String name,
        long made,
        long until,
        long hold,
        long decline,
        State state,
        Optional<Long> reservation,
        long changed,
        long declineBy) {
    /** State of an entry. */
    public enum State {
        WAITING,
        /** It came free, and its job was booked. */
        BOOKED,
        /** It came free, and is held until its owner confirms it. */
        OFFERED,
        /** Booked or offered, and given back by its owner. */
        DECLINED,
        WITHDRAWN,
        /** Nothing came free in time. */
        EXPIRED
    }

    public String id() {
        return IdKind.ENTRY.id(number);
    }

    public WaiterId waiter() {
        return new WaiterId(number);
    }

    public Optional<ReservationId> served() {
        return reservation.map(ReservationId::new);
    }

    /** Whether it waits, or what it was served can still be declined. */
    public boolean isOpen(long now) {
        return state == State.WAITING || mayDecline(now);
    }

    /** Whether what was served may be declined at a time. */
    public boolean mayDecline(long now) {
        return (state == State.BOOKED || state == State.OFFERED) && now < declineBy;
    }

    WaitEntry served(State as, ReservationId made, long now, long latest) {
        return new WaitEntry(
                number, user, name, this.made, until, hold, decline, as, Optional.of(made.number()), now, latest);
    }

    /** The same, which cannot be declined any more. */
    WaitEntry kept(long now) {
        return new WaitEntry(number, user, name, made, until, hold, decline, state, reservation, changed, now);
    }

    WaitEntry ended(State as, long now) {
        return new WaitEntry(number, user, name, made, until, hold, decline, as, reservation, now, 0);
    }
}
