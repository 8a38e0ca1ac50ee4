package dev.berth.engine.calendar.pinned;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * T_primal of castillo V-A: the idle periods of one rate, in the leaves, ascending by start. An inner node carries the
 * splitting start and a {@link DualTree} of all idle periods below it. Balanced as the dual tree is: by priorities that
 * the idle periods themselves fix.
 *
 * <p>A change touches the dual trees on one path; where it also moves inner nodes, their dual trees are made anew from
 * those of their children, which is O(log V) idle periods in expectation.
 */
final class PrimalTree {
    /** A leaf or an inner node. */
    sealed interface Part permits IdlePeriod, Inner {}

    private static final class Inner implements Part {
        final IdlePeriod split;

        @Nullable
        Part left;

        @Nullable
        Part right;

        DualTree dual = new DualTree();

        Inner(IdlePeriod split) {
            this.split = split;
        }

        boolean splitsAfter(IdlePeriod period) {
            return IdlePeriod.compareStart(period, split) < 0;
        }

        /** The higher priority is above; of equal ones the earlier. */
        boolean staysAbove(IdlePeriod period) {
            return split.priority > period.priority || (split.priority == period.priority && !splitsAfter(period));
        }

        void refresh() {
            dual = DualTree.of(merge(periods(left), periods(right)));
        }
    }

    private @Nullable Part root;

    /**
     * Steps 1 and 2 of castillo V-B. Walks to the latest feasible start; each left subtree passed on the way holds only
     * idle periods that start early enough, and its dual tree is searched as it is marked. So the marked nodes are
     * searched from the earliest starts to the latest, and the leaf at the end of the walk comes last.
     */
    @Nullable
    IdlePeriod choose(long earliest, long duration, long deadline) {
        long latest = deadline - duration;
        Part part = root;
        while (part instanceof Inner inner) {
            if (inner.split.start <= latest) {
                IdlePeriod found = chooseMarked(inner.left, earliest, duration, deadline);
                if (found != null) {
                    return found;
                }
                part = inner.right;
            } else {
                part = inner.left;
            }
        }
        return chooseMarked(part, earliest, duration, deadline);
    }

    private static @Nullable IdlePeriod chooseMarked(
            @Nullable Part marked, long earliest, long duration, long deadline) {
        return switch (marked) {
            case null -> null;
            case IdlePeriod leaf -> leaf.fits(earliest, duration, deadline) ? leaf : null;
            case Inner inner -> inner.dual.choose(earliest + duration, duration);
        };
    }

    /** The idle period that ends first. */
    @Nullable
    IdlePeriod firstToEnd() {
        return root instanceof Inner inner ? inner.dual.first() : null;
    }

    void insert(IdlePeriod period) {
        root = insert(root, period);
    }

    private static Part insert(@Nullable Part part, IdlePeriod period) {
        if (part instanceof Inner inner && inner.staysAbove(period)) {
            inner.dual.insert(period);
            if (inner.splitsAfter(period)) {
                inner.left = insert(inner.left, period);
            } else {
                inner.right = insert(inner.right, period);
            }
            return inner;
        }
        Inner added = new Inner(period);
        split(part, period, added);
        added.refresh();
        return added;
    }

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
            throw new IllegalStateException("idle period is not in the primal tree");
        }
        if (inner.split == period) {
            return join(inner.left, inner.right);
        }
        inner.dual.remove(period);
        if (inner.splitsAfter(period)) {
            inner.left = remove(inner.left, period);
        } else {
            inner.right = remove(inner.right, period);
        }
        return inner;
    }

    /** Both parts without the leftmost leaf of the right one. */
    private static @Nullable Part join(@Nullable Part left, @Nullable Part right) {
        if (!(right instanceof Inner later)) {
            return left;
        }
        if (left instanceof Inner earlier && earlier.split.priority >= later.split.priority) {
            earlier.right = join(earlier.right, later);
            earlier.refresh();
            return earlier;
        }
        later.left = join(left, later.left);
        later.refresh();
        return later;
    }

    private static List<IdlePeriod> periods(@Nullable Part part) {
        return switch (part) {
            case null -> List.of();
            case IdlePeriod leaf -> List.of(leaf);
            case Inner inner -> inner.dual.periods();
        };
    }

    private static List<IdlePeriod> merge(List<IdlePeriod> a, List<IdlePeriod> b) {
        List<IdlePeriod> merged = new ArrayList<>(a.size() + b.size());
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            boolean takeA = j == b.size() || (i < a.size() && IdlePeriod.compareEnd(a.get(i), b.get(j)) < 0);
            merged.add(takeA ? a.get(i++) : b.get(j++));
        }
        return merged;
    }
}
