package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Rate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FF-HU (castillo III): one list of the idle periods of all servers, whatever their rate; the first feasible one. */
final class OneList implements IdleIndex {
    private final IdleList list = new IdleList();
    /** The rates of the pools, in their order. */
    private final List<Rate> rates = new ArrayList<>();

    @Override
    public void insert(IdlePeriod period) {
        int pool = period.host.poolOrder();
        if (pool == rates.size()) {
            rates.add(period.host.rate());
        } else {
            rates.set(pool, period.host.rate());
        }
        list.insert(period);
    }

    @Override
    public void remove(IdlePeriod period) {
        list.remove(period);
    }

    @Override
    public @Nullable IdlePeriod choose(Query query, Effort effort) {
        // No server is faster than rate 1: what starts after this cannot be done in time anywhere.
        long latest = query.deadline() - query.duration(Rate.FULL);
        long[] durations = new long[rates.size()];
        for (int pool = 0; pool < durations.length; pool++) {
            durations[pool] = query.duration(rates.get(pool));
        }
        List<IdlePeriod> periods = list.periods();
        IdlePeriod found = null;
        int seen = 0;
        while (found == null && seen < periods.size() && periods.get(seen).start <= latest) {
            IdlePeriod period = periods.get(seen++);
            if (period.fits(query.earliest(), durations[period.host.poolOrder()], query.deadline())
                    && query.eligible().test(period.host.pool())) {
                found = period;
            }
        }
        effort.spend(IdleList.steps(seen));
        return found;
    }

    @Override
    public @Nullable IdlePeriod endedBy(long now) {
        return list.endedBy(now);
    }
}
