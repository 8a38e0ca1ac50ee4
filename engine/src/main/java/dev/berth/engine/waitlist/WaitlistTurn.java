package dev.berth.engine.waitlist;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.WaiterId;

/** Change of the waiting list. */
public sealed interface WaitlistTurn {
    record Joined(Waiter waiter) implements WaitlistTurn {}

    /** There is a reservation for it, which is held if it wanted that; all before it were looked at. */
    record Served(WaiterId waiter, ReservationId reservation) implements WaitlistTurn {}

    /** It waits no longer, and got nothing. */
    record Left(WaiterId waiter, Why why) implements WaitlistTurn {}

    /** Reason for which an entry left the list. */
    enum Why {
        WITHDRAWN,
        /** Nothing came free in time. */
        EXPIRED
    }

    /** All up to this one were looked at; the search goes on behind it. */
    record LookedTo(WaiterId waiter) implements WaitlistTurn {}

    /** All were looked at: nobody who waits fits what has come free. */
    record CaughtUp() implements WaitlistTurn {}
}
