package dev.berth.engine.calendar.pinned;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * T_dual of castillo V-A: idle periods of one rate, in the leaves, descending by the dual ordinate y = -mu * et, that is,
 * ascending by end. An inner node carries the splitting ordinate and a pointer to the idle period of largest nominal
 * capacity below it.
 *
 * <p>Balance: a median kept exactly would mean rebuilding at every change. The tree is a treap instead, with priorities
 * fixed by the idle periods themselves: a random split in place of the median, expected depth O(log V), and a shape that
 * depends on the content alone, so that taking a change back, or restoring a snapshot, restores the very same tree.
 * Each idle period splits in one inner node: those before it to the left, itself the leftmost leaf to the right. The
 * leftmost leaf of the whole tree is null.
 */
final class DualTree {
    /** A leaf or an inner node. */
    sealed interface Part permits IdlePeriod, Inner {}

    private static final class Inner implements Part {
        final IdlePeriod split;
        final long splitEnd;
        final int priority;

        @Nullable
        Part left;

        @Nullable
        Part right;
        /** Largest nominal capacity; of equals the one that ends first. Null only below the null leaf. */
        @Nullable
        IdlePeriod widest;

        Inner(IdlePeriod split) {
            this.split = split;
            this.splitEnd = split.end;
            this.priority = split.endPriority;
        }

        boolean splitsAfter(IdlePeriod period) {
            return period.end != splitEnd ? period.end < splitEnd : IdlePeriod.compareEnd(period, split) < 0;
        }

        /** The higher priority is above; of equal ones the earlier. */
        boolean staysAbove(IdlePeriod period) {
            return priority > period.endPriority || (priority == period.endPriority && !splitsAfter(period));
        }

        void refresh() {
            widest = wider(widest(left), widest(right));
        }
    }

    private @Nullable Part root;

    /** A tree of these idle periods, which ascend by end. */
    static DualTree of(List<IdlePeriod> ascending) {
        Deque<Inner> rightSpine = new ArrayDeque<>();
        IdlePeriod before = null;
        Inner first = null;
        for (IdlePeriod period : ascending) {
            Inner inner = new Inner(period);
            inner.right = period;
            inner.left = before;
            while (!rightSpine.isEmpty() && rightSpine.getLast().priority < inner.priority) {
                Inner lower = rightSpine.removeLast();
                lower.refresh();
                inner.left = lower;
            }
            if (rightSpine.isEmpty()) {
                first = inner;
            } else {
                rightSpine.getLast().right = inner;
            }
            rightSpine.addLast(inner);
            before = period;
        }
        while (!rightSpine.isEmpty()) {
            rightSpine.removeLast().refresh();
        }
        DualTree tree = new DualTree();
        tree.root = first;
        return tree;
    }

    /** A tree of those that start before a period. */
    DualTree startingBefore(IdlePeriod period) {
        return where(period, true);
    }

    /** A tree of those that start with a period or after it, the period itself if it is here. */
    DualTree startingFrom(IdlePeriod period) {
        return where(period, false);
    }

    private DualTree where(IdlePeriod period, boolean before) {
        List<IdlePeriod> kept = new ArrayList<>();
        collect(root, period, before, kept);
        return of(kept);
    }

    private static void collect(@Nullable Part part, IdlePeriod period, boolean before, List<IdlePeriod> kept) {
        if (part instanceof Inner inner) {
            collect(inner.left, period, before, kept);
            collect(inner.right, period, before, kept);
        } else if (part instanceof IdlePeriod leaf && (IdlePeriod.compareStart(leaf, period) < 0) == before) {
            kept.add(leaf);
        }
    }

    /**
     * Step 2 of castillo V-B. The line of the job meets x = -mu at y = -mu * (r + l / mu); below it lie the idle periods
     * that end at {@code earliestEnd} or later. Where the whole right subtree lies below, its widest idle period
     * decides: the ordinate says nothing of one that starts after r, its capacity does.
     */
    @Nullable
    IdlePeriod choose(long earliestEnd, long duration) {
        Part part = root;
        while (part instanceof Inner inner) {
            if (inner.splitEnd < earliestEnd) {
                part = inner.right;
            } else {
                IdlePeriod widest = widest(inner.right);
                if (widest != null && widest.length() >= duration) {
                    return widest;
                }
                part = inner.left;
            }
        }
        return part instanceof IdlePeriod leaf && leaf.end >= earliestEnd && leaf.length() >= duration ? leaf : null;
    }

    /** The idle period that ends first. */
    @Nullable
    IdlePeriod first() {
        Inner last = null;
        for (Part part = root; part instanceof Inner inner; part = inner.left) {
            last = inner;
        }
        return last == null ? null : last.split;
    }

    void insert(IdlePeriod period) {
        root = insert(root, period);
    }

    private static Part insert(@Nullable Part part, IdlePeriod period) {
        if (part instanceof Inner inner && inner.staysAbove(period)) {
            if (inner.splitsAfter(period)) {
                inner.left = insert(inner.left, period);
            } else {
                inner.right = insert(inner.right, period);
            }
            inner.widest = wider(inner.widest, period);
            return inner;
        }
        Inner added = new Inner(period);
        split(part, period, added);
        added.refresh();
        return added;
    }

    /**
     * Splits a tree at a period: the periods before it become the left of {@code above}, the period and those after it
     * the right.
     */
    private static void split(@Nullable Part part, IdlePeriod period, Inner above) {
        if (!(part instanceof Inner inner)) {
            above.left = part;
            above.right = period;
            return;
        }
        if (inner.splitsAfter(period)) {
            split(inner.left, period, above);
            inner.left = above.right;
            above.right = inner;
        } else {
            split(inner.right, period, above);
            inner.right = above.left;
            above.left = inner;
        }
        inner.refresh();
    }

    void remove(IdlePeriod period) {
        root = remove(root, period);
    }

    private static @Nullable Part remove(@Nullable Part part, IdlePeriod period) {
        if (!(part instanceof Inner inner)) {
            throw new IllegalStateException("idle period is not in the dual tree");
        }
        if (inner.split == period) {
            return join(inner.left, inner.right);
        }
        if (inner.splitsAfter(period)) {
            inner.left = remove(inner.left, period);
        } else {
            inner.right = remove(inner.right, period);
        }
        if (inner.widest == period) {
            inner.refresh();
        }
        return inner;
    }

    /** Both parts without the leftmost leaf of the right one. */
    private static @Nullable Part join(@Nullable Part left, @Nullable Part right) {
        if (!(right instanceof Inner later)) {
            return left;
        }
        if (left instanceof Inner earlier && earlier.priority >= later.priority) {
            earlier.right = join(earlier.right, later);
            earlier.refresh();
            return earlier;
        }
        later.left = join(left, later.left);
        later.refresh();
        return later;
    }

    private static @Nullable IdlePeriod widest(@Nullable Part part) {
        return part instanceof Inner inner ? inner.widest : (IdlePeriod) part;
    }

    private static @Nullable IdlePeriod wider(@Nullable IdlePeriod first, @Nullable IdlePeriod second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        long more = second.length() - first.length();
        return more > 0 || (more == 0 && IdlePeriod.compareEnd(second, first) < 0) ? second : first;
    }
}
