package dev.berth.broker.remote;

import java.util.Map;
import java.util.Optional;

/** What a site says to the question what has become of reservations. */
public sealed interface Sight {
    /**
     * Those of a user that are open, by id; perhaps not all of them.
     *
     * @param next after which one to go on; empty if there are no more
     */
    record Open(Map<String, Sighted> reservations, Optional<String> next) implements Sight {
        public Open {
            reservations = Map.copyOf(reservations);
        }
    }

    /** One of them, open or past. */
    record One(Sighted reservation) implements Sight {}

    /** The site does not know it. */
    record Gone() implements Sight {}

    /**
     * No answer, or none that says anything.
     *
     * @param code why, for programs; see {@link Vote.Unknown}
     */
    record None(String code, String why) implements Sight {}
}
