package dev.berth.cli.replay;

import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;

/** Reads decisions. */
public final class Decisions {
    private Decisions() {}

    /** What an accepted job got. */
    public static Reservation reservation(Decision.Accepted accepted) {
        for (Event event : accepted.events()) {
            if (event instanceof Event.Reserved reserved) {
                return reserved.reservation();
            }
        }
        throw new IllegalStateException("accepted, but nothing was reserved: " + accepted);
    }
}
