package dev.berth.engine.calendar.pinned;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Castillo's section V-B on plain sorted lists: splits them anew at every step by the highest priority, compares what the
 * paper compares, and looks for the largest capacity by going through all. No tree, no pointers, nothing kept. Shares no
 * code with what it checks: idle periods, their orders and the priorities that decision 3 fixes are written down here
 * once more.
 */
final class PaperRule {
    /** An idle period of a server. */
    record Free(int pool, int server, long start, long end) {
        static final Comparator<Free> BY_START = Comparator.comparingLong(Free::start)
                .thenComparingInt(Free::pool)
                .thenComparingInt(Free::server);
        static final Comparator<Free> BY_END =
                Comparator.comparingLong(Free::end).thenComparingInt(Free::pool).thenComparingInt(Free::server);

        long length() {
            return end - start;
        }

        boolean takes(long ready, long duration, long deadline) {
            long begin = start > ready ? start : ready;
            return begin + duration <= end && begin + duration <= deadline;
        }

        /** The upper 31 bits of SplitMix64's output for the key and the server. */
        private long priority(long key) {
            long gamma = 0x9E3779B97F4A7C15L;
            long first = 0xBF58476D1CE4E5B9L;
            long state = (key ^ ((pool * gamma + server) * first)) * gamma;
            long mixed = (state ^ state >>> 30) * first;
            mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
            return mixed >>> 33;
        }
    }

    private final boolean lastMarkedFirst;
    private final long ready;
    private final long duration;
    private final long deadline;

    private PaperRule(boolean lastMarkedFirst, long ready, long duration, long deadline) {
        this.lastMarkedFirst = lastMarkedFirst;
        this.ready = ready;
        this.duration = duration;
        this.deadline = deadline;
    }

    static @Nullable Free choose(
            boolean lastMarkedFirst, List<Free> periods, long ready, long duration, long deadline) {
        return new PaperRule(lastMarkedFirst, ready, duration, deadline).choose(periods);
    }

    /** Step 1 lists what is marked; step 2 searches it in order. */
    private @Nullable Free choose(List<Free> periods) {
        List<@Nullable Free> rest = leaves(periods, Free.BY_START);
        List<List<@Nullable Free>> marked = new ArrayList<>();
        while (rest.size() > 1) {
            int split = highest(rest, false);
            if (rest.get(split).start <= deadline - duration) {
                marked.add(rest.subList(0, split));
                rest = rest.subList(split, rest.size());
            } else {
                rest = rest.subList(0, split);
            }
        }
        marked.add(rest);
        for (List<@Nullable Free> subtree : lastMarkedFirst ? marked.reversed() : marked) {
            Free found = search(subtree);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Free search(List<@Nullable Free> subtree) {
        if (subtree.size() == 1) {
            Free leaf = subtree.get(0);
            return leaf != null && leaf.takes(ready, duration, deadline) ? leaf : null;
        }
        List<Free> below = new ArrayList<>(subtree);
        below.remove(null);
        List<@Nullable Free> rest = leaves(below, Free.BY_END);
        while (rest.size() > 1) {
            int split = highest(rest, true);
            List<@Nullable Free> right = rest.subList(split, rest.size());
            if (rest.get(split).end < ready + duration) {
                rest = right;
                continue;
            }
            Free widest = right.get(0);
            for (Free period : right) {
                widest = period.length() > widest.length() ? period : widest;
            }
            if (widest.length() >= duration) {
                return widest;
            }
            rest = rest.subList(0, split);
        }
        Free leaf = rest.get(0);
        return leaf != null && leaf.end >= ready + duration && leaf.length() >= duration ? leaf : null;
    }

    /** The leaf before the first idle period is empty. */
    private static List<@Nullable Free> leaves(List<Free> periods, Comparator<Free> order) {
        List<@Nullable Free> leaves = new ArrayList<>();
        leaves.add(null);
        periods.stream().sorted(order).forEach(leaves::add);
        return leaves;
    }

    private static int highest(List<@Nullable Free> leaves, boolean byEnd) {
        int highest = 1;
        for (int i = 2; i < leaves.size(); i++) {
            highest = priority(leaves.get(i), byEnd) > priority(leaves.get(highest), byEnd) ? i : highest;
        }
        return highest;
    }

    private static long priority(Free period, boolean byEnd) {
        return period.priority(byEnd ? period.end : period.start);
    }
}
