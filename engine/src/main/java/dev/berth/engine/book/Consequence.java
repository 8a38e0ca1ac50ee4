package dev.berth.engine.book;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;

/** Effect of taking servers out of service on a reservation that is to have some of them. */
public sealed interface Consequence {
    /** Reservation as it is now. */
    Reservation reservation();

    /** Nothing: at its time others of the pool are free. */
    record TakesOtherServers(Reservation reservation) implements Consequence {}

    /** It would have to be replanned, and there is a place for it within its terms. */
    record Moves(Reservation reservation, Placement to) implements Consequence {}

    /** It is in the way and has no other place. */
    record CannotMove(Reservation reservation, Refusal reason) implements Consequence {}
}
