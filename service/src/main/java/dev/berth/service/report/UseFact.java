package dev.berth.service.report;

import java.util.Optional;

/** Facts about how reservations are used. */
public sealed interface UseFact {
    /**
     * Sums of what was measured of a reservation since the fact before it: one an hour, and one when it is over.
     *
     * @param reservation its number
     * @param project empty for an account without a project
     * @param from when the first of it was measured
     * @param measured how long somebody looked, in server-milliseconds
     * @param used for how much of that the servers were in use
     * @param load the same, each moment counted by how busy they were
     */
    record Measured(
            long reservation,
            String user,
            Optional<String> project,
            String pool,
            long from,
            long measured,
            long used,
            long load)
            implements UseFact {
        UseSums sums() {
            return new UseSums(measured, used, load);
        }
    }

    /**
     * Somebody needs a reservation although it is idle.
     *
     * @param reservation its number
     * @param until nothing of it is given back as idle before
     */
    record Kept(long reservation, long until) implements UseFact {}

    /**
     * The owner of an idle reservation was told.
     *
     * @param reservation its number
     * @param since from when on it has been idle
     * @param until when what is idle is given back; empty if nothing is
     */
    record Told(long reservation, String user, long since, Optional<Long> until) implements UseFact {}
}
