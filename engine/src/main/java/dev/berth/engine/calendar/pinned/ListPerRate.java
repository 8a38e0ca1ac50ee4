package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Rate;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * FF-HA (castillo III): a list of idle periods for each rate, searched in ascending rate, so that fast servers are kept
 * for the jobs that need them; the first feasible period of the first list that has one.
 */
sealed class ListPerRate implements IdleIndex permits TightListPerRate {
    final TreeMap<Rate, IdleList> lists = new TreeMap<>();

    @Override
    public void insert(IdlePeriod period) {
        list(period).insert(period);
    }

    @Override
    public void remove(IdlePeriod period) {
        list(period).remove(period);
    }

    @Override
    public @Nullable IdlePeriod choose(Query query) {
        for (Map.Entry<Rate, IdleList> list : lists.entrySet()) {
            long duration = query.duration(list.getKey());
            for (IdlePeriod period : list.getValue().periods()) {
                if (period.start > query.deadline() - duration) {
                    break;
                }
                if (period.fits(query.earliest(), duration, query.deadline())
                        && query.eligible().test(period.host.pool())) {
                    return period;
                }
            }
        }
        return null;
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
