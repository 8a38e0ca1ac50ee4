package dev.berth.service.series;

import dev.berth.wire.IdKind;
import java.util.List;

/**
 * A recurring reservation; as a fact, what is known of it from then on.
 *
 * @param number counts series upwards from 1
 */
public record Series(
        long number, String name, String user, String rule, String zone, Mode mode, List<Occurrence> occurrences) {
    private static final int LONGEST_DETAIL = 300;

    /** Handling of a series if not all occurrences can be booked. */
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

    public String id() {
        return IdKind.SERIES.id(number);
    }

    /** When its last occurrence may begin: they come in their order. */
    long last() {
        return occurrences.isEmpty() ? 0 : occurrences.getLast().ready();
    }

    /** Whether nothing is left of it: whatever was booked was given up. */
    boolean isSpent() {
        return occurrences.stream().allMatch(occurrence -> occurrence.skipped() || occurrence.reservation() == 0);
    }

    /** Copy to keep: details are cut to the longest length allowed, and dropped once nothing is left of the series. */
    Series slim() {
        int most = isSpent() ? 0 : LONGEST_DETAIL;
        return with(occurrences.stream()
                .map(occurrence -> occurrence.detail().length() <= most
                        ? occurrence
                        : new Occurrence(
                                occurrence.ready(),
                                occurrence.reservation(),
                                occurrence.code(),
                                occurrence.detail().substring(0, most),
                                occurrence.skipped()))
                .toList());
    }

    public Series with(List<Occurrence> others) {
        return new Series(number, name, user, rule, zone, mode, others);
    }
}
