package dev.berth.lab.bound;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Oracles for tiny instances: the most work that can be kept, by trying everything. Times are small whole numbers. */
final class BestSchedules {
    private BestSchedules() {}

    /** Each job is kept whole, in one pool without interruption, or not at all. */
    static long whole(List<Pool> pools, List<Arrival> arrivals) {
        int horizon = (int) arrivals.stream()
                .mapToLong(arrival -> arrival.job().deadline())
                .max()
                .orElse(0);
        return whole(pools, arrivals, 0, new int[pools.size()][horizon]);
    }

    private static long whole(List<Pool> pools, List<Arrival> arrivals, int index, int[][] busy) {
        if (index == arrivals.size()) {
            return 0;
        }
        long best = whole(pools, arrivals, index + 1, busy);
        Job job = arrivals.get(index).job();
        for (int p = 0; p < pools.size(); p++) {
            long duration = job.shape().duration(job.servers(), pools.get(p).rate());
            for (long start = job.ready(); start + duration <= job.deadline(); start++) {
                int[] pool = busy[p];
                occupy(pool, start, duration, job.servers());
                if (job.requirements().match(pools.get(p))
                        && most(pool, start, duration) <= pools.get(p).servers()) {
                    long rest = whole(pools, arrivals, index + 1, busy);
                    best = Math.max(best, rest + job.servers() * job.work().amount());
                }
                occupy(pool, start, duration, -job.servers());
            }
        }
        return best;
    }

    private static void occupy(int[] busy, long start, long duration, int servers) {
        for (long time = start; time < start + duration; time++) {
            busy[(int) time] += servers;
        }
    }

    private static int most(int[] busy, long start, long duration) {
        int most = 0;
        for (long time = start; time < start + duration; time++) {
            most = Math.max(most, busy[(int) time]);
        }
        return most;
    }

    /**
     * Single-server jobs on servers of rate 1, interrupted at will and kept in part: in each unit of time, any set of jobs
     * that fits. Jobs that cannot meet their deadline alone are not served.
     */
    static long interrupted(int servers, List<Job> jobs) {
        int[] left = jobs.stream()
                .mapToInt(job -> job.work().amount() <= job.deadline() - job.ready()
                        ? (int) job.work().amount()
                        : 0)
                .toArray();
        long horizon = jobs.stream().mapToLong(Job::deadline).max().orElse(0);
        return interrupted(servers, jobs, left, 0, horizon, new HashMap<>());
    }

    private static long interrupted(
            int servers, List<Job> jobs, int[] left, long time, long horizon, Map<String, Long> known) {
        if (time == horizon) {
            return 0;
        }
        String state = time + Arrays.toString(left);
        Long before = known.get(state);
        if (before != null) {
            return before;
        }
        long best = 0;
        for (int set = 0; set < 1 << left.length; set++) {
            if (Integer.bitCount(set) <= servers && canRun(jobs, left, set, time)) {
                int[] after = left.clone();
                for (int i = 0; i < left.length; i++) {
                    after[i] -= (set >> i) & 1;
                }
                best = Math.max(
                        best, Integer.bitCount(set) + interrupted(servers, jobs, after, time + 1, horizon, known));
            }
        }
        known.put(state, best);
        return best;
    }

    private static boolean canRun(List<Job> jobs, int[] left, int set, long time) {
        for (int i = 0; i < left.length; i++) {
            if (((set >> i) & 1) == 1
                    && (left[i] == 0
                            || time < jobs.get(i).ready()
                            || time >= jobs.get(i).deadline())) {
                return false;
            }
        }
        return true;
    }
}
