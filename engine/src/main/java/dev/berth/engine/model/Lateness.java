package dev.berth.engine.model;

import java.math.BigInteger;
import java.util.List;

/**
 * Fees for a cancellation by how late it comes, and for not coming at all. A cancellation is free until the first step, and
 * each step then says what share of the price is due from a time before the start on.
 *
 * @param linear whether the share rises evenly from each step to the next; otherwise it stays until the next. After the last
 *     step it stays
 * @param steps from the longest time before the start to the shortest
 * @param noShow the share of the price that is due in addition to it if nobody comes, in millionths, as are all shares
 */
public record Lateness(boolean linear, List<Step> steps, int noShow) {
    public static final int MOST_STEPS = 16;

    private static final int ONE = 1_000_000;

    /**
     * Share that is due from a time before the start on.
     *
     * @param before how long before the start
     * @param share of the price
     */
    public record Step(long before, int share) {
        public Step {
            if (before < 0) {
                throw new BadValue("before", before, "must not be negative");
            }
            checkShare("share", share);
        }
    }

    public Lateness {
        steps = List.copyOf(steps);
        checkShare("noShow", noShow);
        if (steps.size() > MOST_STEPS) {
            throw new BadValue("steps", steps.size(), "must be at most " + MOST_STEPS);
        }
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i).before() >= steps.get(i - 1).before()
                    || steps.get(i).share() < steps.get(i - 1).share()) {
                throw new BadValue("steps", i + 1, "must come closer to the start, and must not be cheaper");
            }
        }
    }

    private static void checkShare(String field, int share) {
        if (share < 0 || share > ONE) {
            throw new BadValue(field, share, "must be from 0 to " + ONE + " millionths");
        }
    }

    /** Share of the price that a cancellation costs this long before the start; once it runs, the time is negative. */
    public int share(long ahead) {
        int last = -1;
        while (last + 1 < steps.size() && ahead <= steps.get(last + 1).before()) {
            last++;
        }
        if (last < 0) {
            return 0;
        }
        Step from = steps.get(last);
        if (!linear || last + 1 == steps.size()) {
            return from.share();
        }
        Step to = steps.get(last + 1);
        // Rounded down, in favour of those who cancel.
        return from.share()
                + BigInteger.valueOf(to.share() - from.share())
                        .multiply(BigInteger.valueOf(from.before() - ahead))
                        .divide(BigInteger.valueOf(from.before() - to.before()))
                        .intValueExact();
    }
}
