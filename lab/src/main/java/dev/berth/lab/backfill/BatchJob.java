package dev.berth.lab.backfill;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.workload.swf.SwfJob;

/**
 * A job of a batch queue.
 *
 * @param estimate how long it asks for; it never runs for longer
 */
public record BatchJob(long submit, int servers, long runTime, long estimate) {
    public BatchJob {
        if (runTime < 1 || estimate < runTime) {
            throw new BadValue("estimate", estimate, "must be at least the run time, " + runTime);
        }
    }

    /** Asking for what the user asked for, or for what it ran where that is more: not every machine kills such a job. */
    public static BatchJob asRequested(SwfJob job) {
        return new BatchJob(
                job.submit(), job.requestedProcessors(), job.runTime(), Math.max(job.runTime(), job.requestedTime()));
    }

    /** Asking for exactly what it runs. */
    public static BatchJob exact(SwfJob job) {
        return new BatchJob(job.submit(), job.requestedProcessors(), job.runTime(), job.runTime());
    }
}
