package dev.berth.service.guard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reading of a host by its guard: who uses what at a moment. Always complete: a device that is not in it is not used.
 *
 * @param devices the devices that were examined; nothing is known of others
 * @param cores whether the load of the processors was measured
 * @param cards those that are not divided; without one of them, nothing is said about its memory
 * @param loads how much each user loads the processors; empty if the guard does not say
 * @param every interval between readings of the guard
 */
public record HostReading(
        String host,
        Set<String> devices,
        boolean cores,
        List<Use> uses,
        List<Card> cards,
        Optional<List<UserLoad>> loads,
        Duration every) {
    /** Name of the part that whole cards are. */
    public static final String CARD = "gpu";

    /** How often guards look that do not say so. */
    public static final Duration USUAL = Duration.ofSeconds(30);

    /** A look may take this long. */
    private static final Duration LOOK = Duration.ofSeconds(30);

    /** From the reading before it: one look may fail, but after a longer gap nobody knows what was used meanwhile. */
    public long longestGap() {
        return longestGap(every);
    }

    /** The same for any observer. */
    public static long longestGap(Duration every) {
        Duration known = Sightings.FRESH;
        return every.compareTo(known) > 0
                ? known.toMillis()
                : Math.min(every.multipliedBy(2).plus(LOOK).toMillis(), known.toMillis());
    }

    /**
     * A process that computes.
     *
     * @param devices one of these, such as the parts of a card; empty if it uses the processors
     * @param user the Unix user whose it is
     * @param cardMemory MiB of the memory of its card; 0 if that is not known
     */
    public record Use(Set<String> devices, String user, long pid, String process, long cardMemory) {}

    /**
     * A card that is used as a whole or in shares.
     *
     * @param device its UUID
     * @param number by which the host numbers it
     * @param mebibytes all of its memory
     * @param busy percent of the latest time for which it computed; empty if that is not known
     * @param used MiB of its memory that are taken; empty if that is not known
     */
    public record Card(String device, int number, long mebibytes, OptionalInt busy, OptionalLong used) {}

    /**
     * Load of the processors by a user, daemons and root as one of them.
     *
     * @param cores in thousandths of a core
     * @param mebibytes of memory
     */
    public record UserLoad(String user, long cores, long mebibytes) {
        /** Daemons and root, which computes for whoever runs a container. */
        public static final String SYSTEM = "root";
    }
}
