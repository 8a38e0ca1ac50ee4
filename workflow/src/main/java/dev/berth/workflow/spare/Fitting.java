package dev.berth.workflow.spare;

import dev.berth.workflow.model.Cancelled;

/**
 * Makes extensions fit before the deadline. Along any path of slots the policies never give out more than there is, so
 * on machines that are otherwise free nothing happens here but with the recursive ones that look at spare time; where a
 * machine is partly busy, though, a longer slot may have to jump over what it is busy with. Then all extensions shrink in
 * proportion, to the greatest of 1,024 steps found by halving that fits.
 */
final class Fitting {
    private static final int STEPS = 1024;

    private Fitting() {}

    /** {@code base} and as much of {@code more} as fits; base alone must fit. */
    static long[] extend(SlotGraph graph, long[] base, long[] more, long deadline) {
        long[] all = sum(base, more, STEPS);
        if (fits(graph, all, deadline)) {
            return all;
        }
        long[] best = base;
        int low = 0;
        int high = STEPS;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            long[] some = sum(base, more, middle);
            if (fits(graph, some, deadline)) {
                best = some;
                low = middle;
            } else {
                high = middle;
            }
        }
        return best;
    }

    private static boolean fits(SlotGraph graph, long[] extension, long deadline) {
        Cancelled.check();
        return graph.finish(graph.starts(extension), extension) <= deadline;
    }

    private static long[] sum(long[] base, long[] more, int steps) {
        long[] sum = new long[base.length];
        for (int task = 0; task < sum.length; task++) {
            sum[task] = base[task] + SpareShare.part(more[task], steps, STEPS);
        }
        return sum;
    }
}
