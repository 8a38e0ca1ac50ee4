package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * When jobs start in fact if they do not take what was reserved for them. An element is named when a job starts, the one
 * that is free first; no job starts before it was guaranteed, and a job that finds no element free waits for one.
 */
final class ActualStarts {
    private record Job(long guaranteed, long takes) {}

    private final Map<PoolId, List<Job>> byPool = new HashMap<>();

    /** @param factor of the time reserved that it takes in fact */
    void add(Placement placement, double factor) {
        long reserved = placement.window().end() - placement.window().start();
        byPool.computeIfAbsent(placement.pool(), pool -> new ArrayList<>())
                .add(new Job(placement.window().start(), Math.round(factor * reserved)));
    }

    /** The sum of what all start later than guaranteed. */
    double delays(List<Pool> pools) {
        return pools.stream()
                .mapToDouble(pool -> delays(pool.servers(), byPool.getOrDefault(pool.id(), List.of())))
                .sum();
    }

    private static double delays(int elements, List<Job> jobs) {
        PriorityQueue<Long> free = new PriorityQueue<>();
        for (int i = 0; i < elements; i++) {
            free.add(0L);
        }
        double sum = 0;
        for (Job job :
                jobs.stream().sorted(Comparator.comparingLong(Job::guaranteed)).toList()) {
            Long first = free.remove();
            long start = Math.max(job.guaranteed(), first);
            sum += start - job.guaranteed();
            free.add(start + job.takes());
        }
        return sum;
    }
}
