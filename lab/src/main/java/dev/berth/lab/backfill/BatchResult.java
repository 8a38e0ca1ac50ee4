package dev.berth.lab.backfill;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Results of batch jobs. Waits are in seconds, from submission to start; percentiles are waits of actual jobs, by nearest
 * rank.
 *
 * @param meanBoundedSlowdown the mean of max(1, (wait + run time) / max(run time, 10 s))
 * @param utilisation server time of the jobs over that of all servers, from the first submission to the last end
 */
public record BatchResult(
        String queue,
        int jobs,
        double meanWaitSeconds,
        long medianWaitSeconds,
        long wait90thPercentileSeconds,
        long wait99thPercentileSeconds,
        double meanBoundedSlowdown,
        double utilisation) {
    /** Shorter jobs count as long as this, lest those of a second decide the mean. */
    private static final double LEAST_RUN_TIME = 10;

    /**
     * Measures jobs that started at these times.
     *
     * @param queue name of the queue, for reports
     * @param starts of the jobs, in their order
     */
    public static BatchResult of(String queue, int servers, List<BatchJob> jobs, long[] starts) {
        long[] waits = IntStream.range(0, starts.length)
                .mapToLong(job -> starts[job] - jobs.get(job).submit())
                .sorted()
                .toArray();
        double slowdown = IntStream.range(0, starts.length)
                .mapToDouble(job -> boundedSlowdown(jobs.get(job), starts[job]))
                .sum();
        long begin = jobs.stream().mapToLong(BatchJob::submit).min().orElse(0);
        long end = IntStream.range(0, starts.length)
                .mapToLong(job -> starts[job] + jobs.get(job).runTime())
                .max()
                .orElse(0);
        double work = jobs.stream()
                .mapToDouble(job -> (double) job.servers() * job.runTime())
                .sum();
        int count = Math.max(1, waits.length);
        return new BatchResult(
                queue,
                waits.length,
                Arrays.stream(waits).asDoubleStream().sum() / count,
                percentile(waits, 50),
                percentile(waits, 90),
                percentile(waits, 99),
                slowdown / count,
                end == begin ? 0 : work / ((double) servers * (end - begin)));
    }

    private static double boundedSlowdown(BatchJob job, long start) {
        double response = (double) start - job.submit() + job.runTime();
        return Math.max(1, response / Math.max(LEAST_RUN_TIME, (double) job.runTime()));
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted.length == 0
                ? 0
                : sorted[Math.max(0, (int) Math.ceilDiv((long) sorted.length * percent, 100) - 1)];
    }
}
