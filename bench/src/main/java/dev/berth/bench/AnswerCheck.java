package dev.berth.bench;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Goes over placements without any index: each within its job's times, and no pool or server used beyond its size. */
final class AnswerCheck {
    private final Map<String, Pool> pools = new HashMap<>();
    private final List<Placement> placements = new ArrayList<>();

    AnswerCheck(List<Pool> pools) {
        pools.forEach(pool -> this.pools.put(pool.id().name(), pool));
    }

    void add(Arrival arrival, Placement placement) {
        Job job = arrival.job();
        Window window = placement.window();
        Pool pool = pools.get(placement.pool().name());
        if (pool == null
                || window.start() < Math.max(arrival.submit(), job.ready())
                || window.end() > job.deadline()
                || window.length() != job.shape().duration(placement.count(), pool.rate())) {
            throw new IllegalStateException("wrong answer: " + placement + " for " + job);
        }
        placements.add(placement);
    }

    void capacity() {
        Map<String, Map<Long, Integer>> changes = new HashMap<>();
        Map<String, Integer> sizes = new HashMap<>();
        for (Placement placement : placements) {
            String pool = placement.pool().name();
            count(changes, pool, placement);
            sizes.put(pool, pools.get(pool) == null ? 0 : pools.get(pool).servers());
            placement.servers().stream().forEach(server -> {
                count(changes, pool + "/" + server, placement);
                sizes.put(pool + "/" + server, 1);
            });
        }
        changes.forEach((name, steps) -> {
            int used = 0;
            for (Map.Entry<Long, Integer> step : steps.entrySet()) {
                used += step.getValue();
                if (used > sizes.getOrDefault(name, 0)) {
                    throw new IllegalStateException("wrong answer: " + name + " is overbooked at " + step.getKey());
                }
            }
        });
    }

    private static void count(Map<String, Map<Long, Integer>> changes, String name, Placement placement) {
        Map<Long, Integer> steps = changes.computeIfAbsent(name, n -> new TreeMap<>());
        steps.merge(placement.window().start(), placement.count(), Integer::sum);
        steps.merge(placement.window().end(), -placement.count(), Integer::sum);
    }
}
