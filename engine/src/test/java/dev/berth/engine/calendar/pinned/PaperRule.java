package dev.berth.engine.calendar.pinned;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Castillo's section V-B on plain sorted lists: splits them anew at every step by the highest priority, compares what the
 * paper compares, and looks for the largest capacity by going through all. No tree, no pointers, nothing kept.
 */
final class PaperRule {
    private PaperRule() {}

    static @Nullable IdlePeriod choose(List<IdlePeriod> periods, long earliest, long duration, long deadline) {
        List<IdlePeriod> byStart = new ArrayList<>(periods);
        byStart.sort(IdlePeriod.BY_START);
        return walk(leaves(byStart), earliest, duration, deadline);
    }

    /** The leaf before the first idle period is empty. */
    private static List<@Nullable IdlePeriod> leaves(List<IdlePeriod> sorted) {
        List<@Nullable IdlePeriod> leaves = new ArrayList<>();
        leaves.add(null);
        leaves.addAll(sorted);
        return leaves;
    }

    private static @Nullable IdlePeriod walk(
            List<@Nullable IdlePeriod> leaves, long earliest, long duration, long deadline) {
        if (leaves.size() == 1) {
            return fitting(leaves.get(0), earliest, duration, deadline);
        }
        int split = highest(leaves, false);
        int own = classOf(leaves.get(split));
        if (leaves.get(split).start <= deadline - duration) {
            IdlePeriod found = marked(leaves.subList(0, split), own, earliest, duration, deadline);
            return found != null ? found : walk(leaves.subList(split, leaves.size()), earliest, duration, deadline);
        }
        return walk(leaves.subList(0, split), earliest, duration, deadline);
    }

    private static @Nullable IdlePeriod marked(
            List<@Nullable IdlePeriod> leaves, int classAbove, long earliest, long duration, long deadline) {
        if (leaves.size() == 1) {
            return fitting(leaves.get(0), earliest, duration, deadline);
        }
        int split = highest(leaves, false);
        int own = classOf(leaves.get(split));
        if (own > 0 && own < classAbove) {
            List<IdlePeriod> byEnd = new ArrayList<>(leaves);
            byEnd.remove(null);
            byEnd.sort(IdlePeriod.BY_END);
            return dual(leaves(byEnd), earliest + duration, duration);
        }
        IdlePeriod found = marked(leaves.subList(0, split), own, earliest, duration, deadline);
        return found != null ? found : marked(leaves.subList(split, leaves.size()), own, earliest, duration, deadline);
    }

    private static @Nullable IdlePeriod dual(List<@Nullable IdlePeriod> leaves, long earliestEnd, long duration) {
        if (leaves.size() == 1) {
            IdlePeriod leaf = leaves.get(0);
            return leaf != null && leaf.end >= earliestEnd && leaf.length() >= duration ? leaf : null;
        }
        int split = highest(leaves, true);
        List<@Nullable IdlePeriod> right = leaves.subList(split, leaves.size());
        if (leaves.get(split).end < earliestEnd) {
            return dual(right, earliestEnd, duration);
        }
        IdlePeriod widest = right.get(0);
        for (IdlePeriod period : right) {
            widest = period.length() > widest.length() ? period : widest;
        }
        return widest.length() >= duration ? widest : dual(leaves.subList(0, split), earliestEnd, duration);
    }

    private static @Nullable IdlePeriod fitting(
            @Nullable IdlePeriod leaf, long earliest, long duration, long deadline) {
        return leaf != null && leaf.fits(earliest, duration, deadline) ? leaf : null;
    }

    private static int highest(List<@Nullable IdlePeriod> leaves, boolean byEnd) {
        int highest = 1;
        for (int i = 2; i < leaves.size(); i++) {
            if (priority(leaves.get(i), byEnd) > priority(leaves.get(highest), byEnd)) {
                highest = i;
            }
        }
        return highest;
    }

    private static int priority(IdlePeriod period, boolean byEnd) {
        return byEnd ? period.endPriority : period.startPriority;
    }

    /** How many times over the priority is in the highest eighth. */
    private static int classOf(IdlePeriod period) {
        int times = 0;
        for (long rest = period.startPriority; rest >= 7L << 28; rest = (rest - (7L << 28)) << 3) {
            times++;
        }
        return times;
    }
}
