package dev.berth.broker.deal;

import dev.berth.broker.remote.Reserved;
import java.util.Optional;

/**
 * News of a reservation of a deal after it was booked, as its site has told.
 *
 * @param seen when the broker learned of it
 * @param before the reservation as it was known, if it has another place or time now
 * @param now as it is now
 * @param detail why, for people; empty if there is nothing to say
 */
public record News(long seen, String site, What what, Optional<Reserved> before, Reserved now, String detail) {
    /** Kind of news. */
    public enum What {
        /** It has another place or time. */
        MOVED,
        /** It begins earlier than was promised. */
        PULLED_FORWARD,
        STARTED,
        /** The site cannot keep it. */
        LOST,
        /** It was lost, and has servers again. */
        RECOVERED,
        /** It is over; how is seen by its standing. */
        ENDED,
        /** Somebody has cancelled it at its site. */
        CANCELLED,
        /** It was lost, and another site has taken its place. */
        REPLACED
    }
}
