package dev.berth.lab.workload.swf;

/** How many seconds more than its run time a job has until its deadline; logs do not know deadlines. */
@FunctionalInterface
public interface SlackRule {
    long slack(SwfJob job);

    static SlackRule fixed(long seconds) {
        return job -> seconds;
    }

    /** This many times the run time. */
    static SlackRule timesRunTime(double factor) {
        return job -> (long) StrictMath.ceil(factor * job.runTime());
    }
}
