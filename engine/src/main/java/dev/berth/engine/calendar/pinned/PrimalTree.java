package dev.berth.engine.calendar.pinned;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * T_primal of castillo V-A: the idle periods of one rate, in the leaves, ascending by start. An inner node carries the
 * splitting start and a {@link DualTree} of all idle periods below it. Balanced as the dual tree is: by priorities that
 * the idle periods themselves fix. An idle period is in the dual trees of all nodes above it, O(log V) of them, so that
 * a change costs O(log^2 V), as a search does, in expectation: only nodes that are cut apart or joined get a new dual tree,
 * made in the time that it takes to walk through the old one.
 */
final class PrimalTree {
    /** A leaf or an inner node. */
    sealed interface Part permits IdlePeriod, Inner {}

    private static final class Inner implements Part {
        IdlePeriod split;

        @Nullable
        Part left;

        @Nullable
        Part right;

        /** Dual tree of all idle periods below this node. */
        DualTree dual;

        Inner(IdlePeriod split, DualTree dual) {
            this.split = split;
            this.dual = dual;
        }

        boolean splitsAfter(IdlePeriod period) {
            return IdlePeriod.compareStart(period, split) < 0;
        }

        /** The higher priority is above; of equal ones the earlier. */
        boolean staysAbove(IdlePeriod period) {
            return split.startPriority > period.startPriority
                    || (split.startPriority == period.startPriority && !splitsAfter(period));
        }
    }

    private final MarkedOrder order;
    private @Nullable Part root;

    PrimalTree(MarkedOrder order) {
        this.order = order;
    }

    /**
     * Steps 1 and 2 of castillo V-B. Walks to the latest feasible start and marks each left subtree that it passes: what
     * is in there starts early enough. The dual trees of the marked nodes are searched in the given order; the leaf at
     * which the walk ends is the one marked last.
     */
    @Nullable
    IdlePeriod choose(long earliest, long duration, long deadline) {
        return walk(root, earliest, duration, deadline);
    }

    private @Nullable IdlePeriod walk(@Nullable Part part, long earliest, long duration, long deadline) {
        if (!(part instanceof Inner inner)) {
            return searchMarked(part, earliest, duration, deadline);
        }
        if (inner.split.start > deadline - duration) {
            return walk(inner.left, earliest, duration, deadline);
        }
        if (order == MarkedOrder.FIRST_MARKED_FIRST) {
            IdlePeriod found = searchMarked(inner.left, earliest, duration, deadline);
            return found != null ? found : walk(inner.right, earliest, duration, deadline);
        }
        IdlePeriod found = walk(inner.right, earliest, duration, deadline);
        return found != null ? found : searchMarked(inner.left, earliest, duration, deadline);
    }

    private static @Nullable IdlePeriod searchMarked(
            @Nullable Part marked, long earliest, long duration, long deadline) {
        if (marked instanceof Inner inner) {
            return inner.dual.choose(earliest + duration, duration);
        }
        return marked instanceof IdlePeriod leaf && leaf.fits(earliest, duration, deadline) ? leaf : null;
    }

    /** The idle period that ends first. */
    @Nullable
    IdlePeriod firstToEnd() {
        return root instanceof Inner inner ? inner.dual.first() : null;
    }

    void insert(IdlePeriod period) {
        Inner above = null;
        Part part = root;
        while (part instanceof Inner inner && inner.staysAbove(period)) {
            inner.dual.insert(period);
            above = inner;
            part = inner.splitsAfter(period) ? inner.left : inner.right;
        }
        Inner added = new Inner(period, part instanceof Inner inner ? inner.dual : DualTree.of(leaf(part)));
        split(part, period, added);
        added.dual.insert(period);
        relink(above, period, added);
    }

    private static List<IdlePeriod> leaf(@Nullable Part part) {
        return part instanceof IdlePeriod leaf ? List.of(leaf) : List.of();
    }

    /**
     * Splits a tree at a period: periods that start before it become the left of {@code above}, the period and later
     * ones the right.
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
            inner.dual = inner.dual.startingFrom(period);
            inner.dual.insert(period);
        } else {
            split(inner.right, period, above);
            inner.right = above.left;
            above.left = inner;
            inner.dual = inner.dual.startingBefore(period);
        }
    }

    void remove(IdlePeriod period) {
        Inner above = null;
        Inner part = inner(root);
        while (part.split != period) {
            part.dual.remove(period);
            above = part;
            part = inner(part.splitsAfter(period) ? part.left : part.right);
        }
        part.dual.remove(period);
        relink(above, period, join(part.left, part.right, part.dual));
    }

    /**
     * Both parts without the leftmost leaf of the right one.
     *
     * @param dual of all that is left
     */
    private static @Nullable Part join(@Nullable Part left, @Nullable Part right, DualTree dual) {
        if (!(right instanceof Inner later)) {
            return left;
        }
        if (left instanceof Inner earlier && earlier.staysAbove(later.split)) {
            earlier.right = join(earlier.right, later, dual.startingFrom(earlier.split));
            earlier.dual = dual;
            return earlier;
        }
        later.left = later.left instanceof Inner ? join(left, later.left, dual.startingBefore(later.split)) : left;
        later.dual = dual;
        return later;
    }

    /** Another end for an idle period: it keeps its place, only the dual trees above it change. */
    void replace(IdlePeriod before, IdlePeriod after) {
        Inner above = null;
        Part part = root;
        while (part != before) {
            Inner inner = inner(part);
            inner.dual.remove(before);
            inner.dual.insert(after);
            if (inner.split == before) {
                inner.split = after;
            }
            above = inner;
            part = inner.splitsAfter(before) ? inner.left : inner.right;
        }
        relink(above, before, after);
    }

    private void relink(@Nullable Inner above, IdlePeriod period, @Nullable Part part) {
        if (above == null) {
            root = part;
        } else if (above.splitsAfter(period)) {
            above.left = part;
        } else {
            above.right = part;
        }
    }

    private static Inner inner(@Nullable Part part) {
        if (part instanceof Inner inner) {
            return inner;
        }
        throw new IllegalStateException("idle period is not in the primal tree");
    }
}
