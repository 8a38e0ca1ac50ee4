package dev.berth.engine.calendar.pinned;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * T_primal of castillo V-A: the idle periods of one rate, in the leaves, ascending by start. An inner node carries the
 * splitting start and a {@link DualTree} of all idle periods below it. Balanced as the dual tree is: by priorities that
 * the idle periods themselves fix.
 *
 * <p>Not every inner node keeps its dual tree. Priorities fall into classes, each an eighth as frequent as the one below;
 * the topmost node of a class has the dual tree, those of the same class beneath it do without, and in the lowest class
 * all do. A marked node without one is searched through what lies below it, earliest starts first, down to the nearest
 * dual trees or leaves. So a change touches log8 V dual trees instead of log2 V; a search looks into a constant factor
 * more of them and stays within O(log^2 V), in expectation.
 */
final class PrimalTree {
    private static final int CLASS_BITS = 3;
    private static final int ABOVE_ALL = Integer.MAX_VALUE;

    /** A leaf or an inner node. */
    sealed interface Part permits IdlePeriod, Inner {}

    private static final class Inner implements Part {
        IdlePeriod split;

        @Nullable
        Part left;

        @Nullable
        Part right;

        final @Nullable DualTree dual;

        Inner(IdlePeriod split, @Nullable DualTree dual) {
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
        if (!(marked instanceof Inner inner)) {
            return marked instanceof IdlePeriod leaf && leaf.fits(earliest, duration, deadline) ? leaf : null;
        }
        if (inner.dual != null) {
            return inner.dual.choose(earliest + duration, duration);
        }
        IdlePeriod found = chooseMarked(inner.left, earliest, duration, deadline);
        return found != null ? found : chooseMarked(inner.right, earliest, duration, deadline);
    }

    /** The idle period that ends first. */
    @Nullable
    IdlePeriod firstToEnd() {
        if (root instanceof Inner inner && inner.dual != null) {
            return inner.dual.first();
        }
        IdlePeriod first = null;
        for (IdlePeriod leaf : leaves(root)) {
            if (leaf != null && (first == null || IdlePeriod.compareEnd(leaf, first) < 0)) {
                first = leaf;
            }
        }
        return first;
    }

    void insert(IdlePeriod period) {
        Inner above = null;
        Part part = root;
        while (part instanceof Inner inner && inner.staysAbove(period)) {
            if (inner.dual != null) {
                inner.dual.insert(period);
            }
            above = inner;
            part = inner.splitsAfter(period) ? inner.left : inner.right;
        }
        List<@Nullable IdlePeriod> leaves = leaves(part);
        int place = leaves.size();
        while (place > 1 && IdlePeriod.compareStart(period, leafAt(leaves, place - 1)) < 0) {
            place--;
        }
        leaves.add(place, period);
        relink(above, period, build(leaves, 0, leaves.size(), classOf(above)));
    }

    void remove(IdlePeriod period) {
        Inner above = null;
        Inner part = inner(root);
        while (part.split != period) {
            if (part.dual != null) {
                part.dual.remove(period);
            }
            above = part;
            part = inner(part.splitsAfter(period) ? part.left : part.right);
        }
        List<@Nullable IdlePeriod> leaves = leaves(part);
        leaves.remove(period);
        relink(above, period, build(leaves, 0, leaves.size(), classOf(above)));
    }

    /** Another end for an idle period: it keeps its place, only the dual trees above it change. */
    void replace(IdlePeriod before, IdlePeriod after) {
        Inner above = null;
        Part part = root;
        while (part != before) {
            Inner inner = inner(part);
            if (inner.dual != null) {
                inner.dual.remove(before);
                inner.dual.insert(after);
            }
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

    /** The subtree over some leaves, below a node of a class: the highest priority splits. */
    private static @Nullable Part build(List<@Nullable IdlePeriod> leaves, int from, int to, int classAbove) {
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
        int own = classOf(split);
        Inner inner = new Inner(split, own > 0 && classAbove > own ? dual(leaves.subList(from, to)) : null);
        inner.left = build(leaves, from, highest, own);
        inner.right = build(leaves, highest, to, own);
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

    private static int classOf(@Nullable Inner inner) {
        return inner == null ? ABOVE_ALL : classOf(inner.split);
    }

    /** How many times over the priority is in the highest eighth. */
    private static int classOf(IdlePeriod period) {
        return Integer.numberOfLeadingZeros(~(period.startPriority << 1)) / CLASS_BITS;
    }
}
