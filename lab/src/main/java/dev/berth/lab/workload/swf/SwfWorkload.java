package dev.berth.lab.workload.swf;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.lab.workload.Arrival;
import java.util.Iterator;
import java.util.function.LongSupplier;

/**
 * A log as a workload of bookings, in whole seconds: ready = submit + book-ahead, work = run time, servers = processors
 * requested, deadline = ready + work + slack. The log knows neither book-ahead nor slack: jobs in it were queued, not
 * booked.
 */
public final class SwfWorkload implements Iterator<Arrival> {
    private final Iterator<SwfJob> jobs;
    private final LongSupplier bookAhead;
    private final SlackRule slack;

    /** Every job wants to start when it is submitted. */
    public SwfWorkload(Iterator<SwfJob> jobs, SlackRule slack) {
        this(jobs, () -> 0, slack);
    }

    /**
     * @param bookAhead seconds from submit to ready, asked for once a job, before the slack
     */
    public SwfWorkload(Iterator<SwfJob> jobs, LongSupplier bookAhead, SlackRule slack) {
        this.jobs = jobs;
        this.bookAhead = bookAhead;
        this.slack = slack;
    }

    @Override
    public boolean hasNext() {
        return jobs.hasNext();
    }

    @Override
    public Arrival next() {
        SwfJob job = jobs.next();
        long ready = job.submit() + notNegative("book-ahead", bookAhead.getAsLong());
        long deadline = ready + job.runTime() + notNegative("slack", slack.slack(job));
        return new Arrival(
                job.submit(),
                new Job(
                        new JobId(Long.toString(job.number())),
                        job.user() < 0 ? "" : "u" + job.user(),
                        ready,
                        deadline,
                        new Shape.Rigid(job.requestedProcessors(), new Work(job.runTime())),
                        Requirements.NONE,
                        Terms.NONE));
    }

    private static long notNegative(String field, long seconds) {
        if (seconds < 0) {
            throw new BadValue(field, seconds, "must be 0 or more");
        }
        return seconds;
    }
}
