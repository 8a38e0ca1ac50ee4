package dev.berth.lab.bound;

import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import java.util.List;

/**
 * An upper bound of the work that any scheduler can keep, and so a lower bound of what it loses, even if it knows all
 * jobs in advance: the work that can be served if jobs may be interrupted, moved at any time and served in part. It is a
 * maximum flow (W. A. Horn, "Some simple scheduling algorithms", Naval Research Logistics Quarterly 21, 1974) from jobs
 * through intervals of time to the servers; of different rates as in A. Federgruen and H. Groenevelt, "Preemptive
 * scheduling of uniform machines by ordinary network flow techniques", Management Science 32, 1986.
 *
 * <p>A job is eligible for the pools that it accepts, that have servers enough for it, and on which it would meet its
 * deadline if they were empty. A job that is eligible for none is lost for certain. For the others, with the boxes of
 * {@link RateLayers}:
 *
 * <pre>
 *   source -> job                 the work of the job on all of its servers
 *   job -> (interval, layer)      servers of the job x height of the layer x time the job has in the interval
 *   box (interval, layer, pool) -> sink   servers of the pool x height of the layer x length of the interval
 * </pre>
 *
 * <p>Why it is a bound. Take any schedule that keeps each job whole or not at all, in one pool and within its window, and
 * let a server of rate mu that works for a job send what it does through the boxes of its pool, to each layer up to mu in
 * proportion to its height. The job is eligible for that pool, so the way exists. A job has its n servers at any time or
 * none, so it sends no more into a layer than its edge carries, and a box carries what its servers can do. So the work
 * that the schedule keeps is a flow, and no flow is larger than the maximum. It follows from jobs and servers alone: the
 * order of requests, the promises already made and what is not known yet only cost more.
 *
 * <p>How tight it is. With one rate, single servers and intervals that are cut wherever a window starts or ends, it is
 * exact for schedulers that may interrupt jobs and keep parts of them. Jobs of several servers may here be served by some
 * of them, a job may change pools, and longer intervals forget when in an interval a job may run: all of this only lowers
 * the loss, so it stays a bound. docs/benchmarks.md has how much the length of the intervals matters.
 *
 * @param asked work of all jobs on all of their servers
 * @param impossible work of the jobs that are eligible for no pool
 * @param rejected the least work of the other jobs that is lost
 */
public record OfflineBound(double asked, double impossible, double rejected) {
    /**
     * Four hours in milliseconds: on castillo's workload at load 1.0, where it matters most, the bound is then 0.007 points
     * lower than with half an hour, at a ninth of the time.
     */
    public static final long INTERVAL = 4 * 3_600_000L;

    /** The share of the work that any scheduler loses at least. */
    public double loss() {
        return asked == 0 ? 0 : (impossible + rejected) / asked;
    }

    /** The tightest, with an interval between any two times at which a window starts or ends: for some hundred jobs. */
    public static OfflineBound exact(List<Pool> pools, List<Arrival> arrivals) {
        EligibleJobs jobs = new EligibleJobs(pools, arrivals);
        return jobs.bound(Intervals.exact(jobs.windows()));
    }

    /** With intervals of one length, in the unit of time of the jobs. */
    public static OfflineBound of(List<Pool> pools, List<Arrival> arrivals, long interval) {
        EligibleJobs jobs = new EligibleJobs(pools, arrivals);
        return jobs.bound(Intervals.every(interval, jobs.windows()));
    }
}
