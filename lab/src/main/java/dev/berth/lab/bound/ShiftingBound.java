package dev.berth.lab.bound;

import dev.berth.engine.agreement.CurveSums;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.model.Window;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A lower bound of what it costs to run jobs under a curve of prices, for any scheduler that knows all jobs in advance. It is
 * the larger of two bounds.
 *
 * <ul>
 *   <li><i>Alone</i>: each job runs in its cheapest window, as if it were alone on the site.
 *   <li><i>Together</i>: jobs may be interrupted, served in part by some of their servers, and forget when in a cheap period they
 *       may run. For each level of price, no scheduler does more work at that level or below than flows from the jobs through
 *       the cheap periods, of which each takes what the servers can do in it. The cost is the sum over the levels of the
 *       step to the next level times the work that is not cheaper (the layers of a cake); each of these is at least the work
 *       of all jobs less the maximum flow.
 * </ul>
 *
 * <p>Why it is a bound. Any schedule gives a flow for each level: what a job does in a cheap period within its window is no more
 * than its servers can do in the time that both share, nor than its work, and all jobs together do no more in a period than
 * its servers can. So the work that is not cheap is at least the rest, at every level. Curves with more than
 * {@link #MOST_LEVELS} prices are lowered to fewer first, which only lowers the bound.
 */
public final class ShiftingBound {
    static final int MOST_LEVELS = 8;

    private ShiftingBound() {}

    /**
     * A job that runs for a duration on all its servers at once.
     *
     * @param ready not before this time
     */
    public record Shifted(long ready, long deadline, int servers, long duration) {
        double work() {
            return (double) servers * duration;
        }
    }

    /** Lower bound of the sum over jobs of servers times price times time, for a site with this number of servers. */
    public static double leastCost(TimeCurve curve, int servers, List<Shifted> jobs) {
        return jobs.isEmpty() ? 0 : Math.max(alone(curve, jobs), together(curve, servers, jobs));
    }

    /** Each job in its cheapest window. */
    static double alone(TimeCurve curve, List<Shifted> jobs) {
        double cost = 0;
        for (Shifted job : jobs) {
            long latest = job.deadline() - job.duration();
            CurveSums sums = new CurveSums(curve, job.ready(), job.deadline());
            BigInteger least = sums.between(latest, job.deadline());
            for (long start : sums.turns(job.ready(), latest, job.duration())) {
                least = least.min(sums.between(start, start + job.duration()));
            }
            cost += least.doubleValue() * job.servers();
        }
        return cost;
    }

    /** All jobs in the cheap periods, as far as these have room. */
    static double together(TimeCurve curve, int servers, List<Shifted> jobs) {
        long from = jobs.stream().mapToLong(Shifted::ready).min().orElseThrow();
        long to = jobs.stream().mapToLong(Shifted::deadline).max().orElseThrow();
        double work = jobs.stream().mapToDouble(Shifted::work).sum();
        List<Integer> levels = levels(curve, from, to);
        double cost = levels.getFirst() * work;
        for (int i = 0; i + 1 < levels.size(); i++) {
            long cheap = mostWork(periods(curve, levels.get(i + 1), from, to), servers, jobs);
            cost += (double) (levels.get(i + 1) - levels.get(i)) * Math.max(0, work - cheap);
        }
        return cost;
    }

    /** Prices within a time, the lowest first; of many the lowest of each group. */
    private static List<Integer> levels(TimeCurve curve, long from, long to) {
        TreeSet<Integer> all = new TreeSet<>();
        all.add(curve.at(from));
        for (TimeCurve.Step step : curve.steps()) {
            if (step.from() > from && step.from() < to) {
                all.add(step.value());
            }
        }
        if (curve.until() > from && curve.until() < to) {
            all.add(curve.otherwise());
        }
        List<Integer> sorted = new ArrayList<>(all);
        if (sorted.size() <= MOST_LEVELS) {
            return sorted;
        }
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < MOST_LEVELS; i++) {
            some.add(sorted.get(i * sorted.size() / MOST_LEVELS));
        }
        return some;
    }

    /** The longest periods with a price below this. */
    private static List<Window> periods(TimeCurve curve, int below, long from, long to) {
        TreeSet<Long> times = new TreeSet<>();
        times.add(from);
        curve.steps().forEach(step -> times.add(step.from()));
        times.add(curve.until());
        List<Window> periods = new ArrayList<>();
        Long begun = null;
        for (long time : times.subSet(from, to)) {
            boolean cheap = curve.at(time) < below;
            if (cheap && begun == null) {
                begun = time;
            } else if (!cheap && begun != null) {
                periods.add(new Window(begun, time));
                begun = null;
            }
        }
        if (begun != null) {
            periods.add(new Window(begun, to));
        }
        return periods;
    }

    private static long mostWork(List<Window> periods, int servers, List<Shifted> jobs) {
        int[][] ways = new int[jobs.size()][];
        int edges = jobs.size() + periods.size();
        for (int i = 0; i < jobs.size(); i++) {
            Shifted job = jobs.get(i);
            List<Integer> some = new ArrayList<>();
            for (int p = first(periods, job.ready());
                    p < periods.size() && periods.get(p).start() < job.deadline();
                    p++) {
                some.add(p);
            }
            ways[i] = some.stream().mapToInt(Integer::intValue).toArray();
            edges += ways[i].length;
        }
        int source = jobs.size() + periods.size();
        int sink = source + 1;
        FlowNetwork network = new FlowNetwork(sink + 1, edges);
        List<Integer> full = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            Shifted job = jobs.get(i);
            full.add(network.add(source, i, job.servers() * job.duration()));
            for (int p : ways[i]) {
                Window period = periods.get(p);
                long shared = Math.min(period.end(), job.deadline()) - Math.max(period.start(), job.ready());
                network.add(i, jobs.size() + p, job.servers() * Math.min(shared, job.duration()));
            }
        }
        for (int p = 0; p < periods.size(); p++) {
            network.add(jobs.size() + p, sink, servers * periods.get(p).length());
        }
        network.maximise(source, sink);
        return full.stream().mapToLong(network::flow).sum();
    }

    /** The first period that ends after a time. */
    private static int first(List<Window> periods, long time) {
        int low = 0;
        int high = periods.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (periods.get(middle).end() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
