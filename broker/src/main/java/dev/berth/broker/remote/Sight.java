package dev.berth.broker.remote;

import java.util.Map;
import java.util.Optional;

/** Answer of a site to the question what has become of reservations. */
public sealed interface Sight {
    /**
     * Open reservations of a user, by id; perhaps not all of them.
     *
     * @param next the id after which to go on; empty if there are no more
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
