package dev.berth.engine.book;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Seeds of the sequences of a random test, from 1 on: all of them or, in the sample of {@code ./check}, one in eight, which follow one
 * another from a seed that {@code -Dberth.seed} draws. What is asserted about how often something has occurred needs all of them.
 */
final class Sequences {
    /** Whether all sequences are run. */
    static final boolean ARE_ALL = !Boolean.getBoolean("berth.sample");

    private static final int ONE_IN = 8;

    private Sequences() {}

    /**
     * Seeds to run.
     *
     * @param all how many are run in any case where all are
     * @param most how many may be run there, until all kinds of cases have occurred
     * @param of what the sequences belong to, so that each draws others
     */
    static List<Long> of(int all, int most, String of) {
        if (ARE_ALL) {
            return LongStream.rangeClosed(1, most).boxed().toList();
        }
        int first = new SplittableRandom(Long.getLong("berth.seed", 0) + of.hashCode()).nextInt(all);
        return LongStream.range(first, first + (all + ONE_IN - 1) / ONE_IN)
                .map(seed -> 1 + seed % all)
                .boxed()
                .toList();
    }

    static List<Long> of(int all, String of) {
        return of(all, all, of);
    }
}
