package dev.berth.service.series;

import java.util.List;

/**
 * A recurring reservation; as a fact, what is known of it from then on.
 *
 * @param number counts series upwards from 1
 */
public record Series(
        long number, String name, String user, String rule, String zone, Mode mode, List<Occurrence> occurrences) {
    /** What happens if not all occurrences can be had. */
    public enum Mode {
        ALL_OR_NOTHING,
        BEST_POSSIBLE
    }

    /**
     * One of them.
     *
     * @param reservation its number; 0 if it was refused
     * @param code why it was refused; empty if it was not
     */
    public record Occurrence(long ready, long reservation, String code, String detail, boolean skipped) {
        public static Occurrence booked(long ready, long reservation) {
            return new Occurrence(ready, reservation, "", "", false);
        }

        public static Occurrence refused(long ready, String code, String detail) {
            return new Occurrence(ready, 0, code, detail, false);
        }

        public Occurrence skip() {
            return new Occurrence(ready, reservation, code, detail, true);
        }
    }

    public Series {
        occurrences = List.copyOf(occurrences);
    }

    public Series with(List<Occurrence> others) {
        return new Series(number, name, user, rule, zone, mode, others);
    }
}
