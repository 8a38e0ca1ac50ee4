package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FF-HA+ (castillo V): a two-level tree of idle periods for each group of servers of one rate, searched in ascending
 * rate; finds an idle period if there is a feasible one, in O(log^2 V) a group.
 *
 * <p>The paper's group is Berth's pool. Two pools of one rate have a tree each, because a job may name one of them and
 * a tree of both could not be searched for it.
 */
final class TreePerPool implements IdleIndex {
    /** A search of the two-level tree takes about as long as this many searches of a tree. */
    private static final int STEPS = 4;

    private final MarkedOrder order;
    private final List<Group> groups = new ArrayList<>();

    TreePerPool(MarkedOrder order) {
        this.order = order;
    }

    private record Group(PoolId pool, int poolOrder, Rate rate, PrimalTree tree) {}

    @Override
    public void insert(IdlePeriod period) {
        group(period.host).tree.insert(period);
    }

    @Override
    public void remove(IdlePeriod period) {
        group(period.host).tree.remove(period);
    }

    @Override
    public void replace(IdlePeriod before, IdlePeriod after) {
        group(before.host).tree.replace(before, after);
    }

    @Override
    public @Nullable IdlePeriod choose(Query query, Effort effort) {
        for (Group group : groups) {
            if (query.eligible().test(group.pool)) {
                long duration = query.duration(group.rate);
                if (query.earliest() + duration <= query.deadline()) {
                    effort.spend(STEPS);
                    IdlePeriod found = group.tree.choose(query.earliest(), duration, query.deadline());
                    if (found != null) {
                        return found;
                    }
                }
            }
        }
        return null;
    }

    @Override
    public @Nullable IdlePeriod endedBy(long now) {
        for (Group group : groups) {
            IdlePeriod first = group.tree.firstToEnd();
            if (first != null && first.end <= now) {
                return first;
            }
        }
        return null;
    }

    private Group group(Host host) {
        for (Group group : groups) {
            if (group.pool.equals(host.pool())) {
                return group;
            }
        }
        Group added = new Group(host.pool(), host.poolOrder(), host.rate(), new PrimalTree(order));
        groups.add(added);
        groups.sort(Comparator.comparing(Group::rate).thenComparingInt(Group::poolOrder));
        return added;
    }
}
