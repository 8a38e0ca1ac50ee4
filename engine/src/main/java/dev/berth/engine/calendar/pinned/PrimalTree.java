package dev.berth.engine.calendar.pinned;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * T_primal of castillo V-A: the idle periods of one rate, in the leaves, ascending by start. An inner node carries the
 * splitting start and a {@link DualTree} of all idle periods below it. Balanced as the dual tree is: by priorities that
 * the idle periods themselves fix. An idle period is in the dual trees of all nodes above it, O(log V) of them, so that
 * a change costs O(log^2 V), as a search does, in expectation.
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

        final DualTree dual;

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
        List<@Nullable IdlePeriod> leaves = leaves(part);
        int place = leaves.size();
        while (place > 1 && IdlePeriod.compareStart(period, leafAt(leaves, place - 1)) < 0) {
            place--;
        }
        leaves.add(place, period);
        relink(above, period, build(leaves, 0, leaves.size()));
    }

    void remove(IdlePeriod period) {
        Inner above = null;
        Inner part = inner(root);
        while (part.split != period) {
            part.dual.remove(period);
            above = part;
            part = inner(part.splitsAfter(period) ? part.left : part.right);
        }
        List<@Nullable IdlePeriod> leaves = leaves(part);
        leaves.remove(period);
        relink(above, period, build(leaves, 0, leaves.size()));
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

    /** The leaves below, by start; the first may be the null leaf. */
    private static List<@Nullable IdlePeriod> leaves(@Nullable Part part) {
        List<@Nullable IdlePeriod> leaves = new ArrayList<>();
        collect(part, leaves);
        return leaves;
    }

    private static void collect(@Nullable Part part, List<@Nullable IdlePeriod> leaves) {
        if (part instanceof Inner inner) {
            collect(inner.left, leaves);
            collect(inner.right, leaves);
        } else {
            leaves.add((IdlePeriod) part);
        }
    }

    private static IdlePeriod leafAt(List<@Nullable IdlePeriod> leaves, int index) {
        IdlePeriod leaf = leaves.get(index);
        if (leaf == null) {
            throw new IllegalStateException("only the first leaf of the primal tree is null");
        }
        return leaf;
    }

    /** The subtree over some leaves: the highest priority splits. */
    private static @Nullable Part build(List<@Nullable IdlePeriod> leaves, int from, int to) {
        if (to - from == 1) {
            return leaves.get(from);
        }
        int highest = from + 1;
        for (int i = from + 2; i < to; i++) {
            if (leafAt(leaves, i).startPriority > leafAt(leaves, highest).startPriority) {
                highest = i;
            }
        }
        IdlePeriod split = leafAt(leaves, highest);
        Inner inner = new Inner(split, dual(leaves.subList(from, to)));
        inner.left = build(leaves, from, highest);
        inner.right = build(leaves, highest, to);
        return inner;
    }

    private static DualTree dual(List<@Nullable IdlePeriod> leaves) {
        List<IdlePeriod> periods = new ArrayList<>(leaves.size());
        for (IdlePeriod leaf : leaves) {
            if (leaf != null) {
                periods.add(leaf);
            }
        }
        periods.sort(IdlePeriod.BY_END);
        return DualTree.of(periods);
    }
}
