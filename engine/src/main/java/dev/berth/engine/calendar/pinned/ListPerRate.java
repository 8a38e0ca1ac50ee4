package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Rate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * FF-HA (castillo III): a list of idle periods for each rate, searched in ascending rate, so that fast servers are kept
 * for the jobs that need them; the first feasible period of the first list that has one.
 */
sealed class ListPerRate implements IdleIndex permits TightListPerRate {
    private final TreeMap<Rate, IdleList> lists = new TreeMap<>();

    @Override
    public void insert(IdlePeriod period) {
        list(period).insert(period);
    }

    @Override
    public void remove(IdlePeriod period) {
        list(period).remove(period);
    }

    @Override
    public @Nullable IdlePeriod choose(Query query, Effort effort) {
        for (Map.Entry<Rate, IdleList> list : lists.entrySet()) {
            IdlePeriod found = choose(list.getValue(), query, query.duration(list.getKey()), effort);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The feasible period that this algorithm chooses of those of one rate. */
    @Nullable
    IdlePeriod choose(IdleList list, Query query, long duration, Effort effort) {
        List<IdlePeriod> periods = list.periods();
        long latest = query.deadline() - duration;
        IdlePeriod found = null;
        int seen = 0;
        while (found == null && seen < periods.size() && periods.get(seen).start <= latest) {
            IdlePeriod period = periods.get(seen++);
            if (period.fits(query.earliest(), duration, query.deadline())
                    && query.eligible().test(period.host.pool())) {
                found = period;
            }
        }
        effort.spend(IdleList.steps(seen));
        return found;
    }

    @Override
    public @Nullable IdlePeriod endedBy(long now) {
        for (IdleList list : lists.values()) {
            IdlePeriod ended = list.endedBy(now);
            if (ended != null) {
                return ended;
            }
        }
        return null;
    }

    private IdleList list(IdlePeriod period) {
        return lists.computeIfAbsent(period.host.rate(), rate -> new IdleList());
    }
}
