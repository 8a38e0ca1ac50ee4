package dev.berth.lab.workload.swf;

/**
 * A job of a log, in whole seconds and processors. What a log does not know is -1.
 *
 * @param number the log's own count of its jobs
 * @param submit seconds since the log began
 * @param requestedProcessors what the user asked for, or what the job got where the log does not know that
 * @param requestedTime what the user asked for, or the run time where the log does not know that; may be less than the
 *     run time, for not every machine kills a job that overruns
 * @param status 1 completed, 0 failed, 5 cancelled; 2 to 4 for parts of a job
 */
public record SwfJob(
        long number,
        long submit,
        long waited,
        long runTime,
        long allocatedProcessors,
        int requestedProcessors,
        long requestedTime,
        long user,
        long status) {}
