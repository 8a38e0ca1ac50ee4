package dev.berth.lab.simulation;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes down what each server ran within the measured span, and measures what was left idle between. */
final class IdleTimes {
    private static final double DAY = 24 * 3_600_000.0;

    private final Window span;
    private final Map<PoolId, Group> groups = new LinkedHashMap<>();
    private long jobs;

    /** The servers of a pool, and when the last job of each ended; jobs of one server start in the order of time. */
    private static final class Group {
        final long tooShort;
        final List<Long> idleSince = new ArrayList<>();
        double idle;
        double inShortPeriods;
        long periods;
        long started;

        Group(Pool pool, long from) {
            tooShort = CastilloWorkload.meanDuration(pool.rate());
            for (int server = 0; server < pool.servers(); server++) {
                idleSince.add(from);
            }
        }

        void idle(long length) {
            if (length > 0) {
                idle += length;
                inShortPeriods += length < tooShort ? length : 0;
                periods++;
            }
        }
    }

    IdleTimes(List<Pool> pools, Window span) {
        this.span = span;
        pools.forEach(pool -> groups.put(pool.id(), new Group(pool, span.start())));
    }

    /** A job starts on a server for the whole of a window; those of a server in the order of their starts. */
    void started(PoolId pool, int server, Window window) {
        Group group = groups.get(pool);
        if (group == null || window.end() <= span.start() || window.start() >= span.end()) {
            return;
        }
        group.idle(window.start() - group.idleSince.get(server));
        group.idleSince.set(server, Math.min(span.end(), window.end()));
        if (window.start() >= span.start()) {
            group.started++;
            jobs++;
        }
    }

    /** Once all that starts within the span has started; in the order of the pools. */
    List<GroupUse> use() {
        List<GroupUse> uses = new ArrayList<>();
        for (Group group : groups.values()) {
            group.idleSince.forEach(since -> group.idle(span.end() - since));
            double time = (double) group.idleSince.size() * span.length();
            uses.add(new GroupUse(
                    1 - group.idle / time,
                    Simulation.share((double) group.started, (double) jobs),
                    Simulation.share(group.inShortPeriods, group.idle),
                    group.periods / time * DAY));
        }
        return List.copyOf(uses);
    }
}
