package dev.berth.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The cases of a long test that are tried: all, or in {@code ./check} a tenth of them, drawn by {@code -Dberth.seed}. */
final class Sample {
    private static final int ONE_IN = 10;

    private Sample() {}

    /**
     * Draws some of the cases, at least one.
     *
     * @param of what the cases belong to, so that each draws others
     */
    static <T> List<T> of(Collection<T> cases, String of) {
        if (!Boolean.getBoolean("berth.sample")) {
            return List.copyOf(cases);
        }
        List<T> drawn = new ArrayList<>(cases);
        Collections.shuffle(drawn, new Random(Long.getLong("berth.seed", 0) + of.hashCode()));
        return drawn.subList(0, (drawn.size() + ONE_IN - 1) / ONE_IN);
    }
}
