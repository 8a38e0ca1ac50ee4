package dev.berth.bench;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A calendar under castillo's workload (three equal pools of rates 0.2, 0.8 and 1, load 0.9, q = 20 h), filled until as
 * much is forgotten as is booked. One admission is: forget the past, find, book.
 */
final class SteadyState {
    private static final double LOAD = 0.9;
    private static final double SLACK_HOURS = 20;
    private static final long FILLED = 17L * 24 * 3_600_000;

    private final List<Pool> pools;
    private final Calendar calendar;
    private final CastilloWorkload workload;

    private SteadyState(String policy, int servers, long seed) {
        this.pools = Level.L4.pools(servers);
        this.calendar = Calendars.create(policy);
        pools.forEach(pool -> calendar.addServers(pool, 0, pool.servers(), 0));
        this.workload = new CastilloWorkload(pools, LOAD, SLACK_HOURS, seed);
    }

    /** Filled, with the first of its answers checked: if one is wrong there is nothing to measure. */
    static SteadyState of(String policy, int servers) {
        SteadyState state = new SteadyState(policy, servers, 1);
        AnswerCheck check = new AnswerCheck(state.pools);
        Arrival arrival;
        int count = 0;
        do {
            arrival = state.next();
            Placement placement = state.admit(arrival);
            if (count++ < 5_000 && placement != null) {
                check.add(arrival, placement);
            }
        } while (arrival.submit() < FILLED);
        check.capacity();
        return state;
    }

    Arrival next() {
        return workload.next();
    }

    @Nullable
    Placement admit(Arrival arrival) {
        Job job = arrival.job();
        calendar.forget(arrival.submit());
        Placement placement = calendar.find(Query.of(job, arrival.submit(), Query.ANY_POOL));
        if (placement != null) {
            calendar.book(placement);
        }
        return placement;
    }

    long size() {
        return calendar.size();
    }
}
