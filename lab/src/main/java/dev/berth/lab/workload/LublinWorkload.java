package dev.berth.lab.workload;

import dev.berth.engine.model.Job;
import java.util.Iterator;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Bookings of synthetic parallel jobs, in whole seconds, without end: {@link LublinJobs} with ready = submit +
 * book-ahead and deadline = ready + work + slack. The model knows neither book-ahead nor slack, nor users: the jobs are
 * nobody's in particular.
 */
public final class LublinWorkload implements Iterator<Arrival> {
    private final LublinJobs jobs;
    private final LongSupplier bookAhead;
    private final LongUnaryOperator slack;
    private long count;

    /** Every job wants to start when it is submitted. */
    public LublinWorkload(int processors, double load, LongUnaryOperator slack, long seed) {
        this(processors, load, () -> 0, slack, seed);
    }

    /**
     * @param load processor seconds that arrive over those that the machine has
     * @param bookAhead seconds from submit to ready, asked for once a job, before the slack
     * @param slack from the seconds a job runs to the seconds it has more than that
     */
    public LublinWorkload(int processors, double load, LongSupplier bookAhead, LongUnaryOperator slack, long seed) {
        this.jobs = new LublinJobs(processors, load, seed);
        this.bookAhead = bookAhead;
        this.slack = slack;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Arrival next() {
        RigidJob job = jobs.next();
        long ready = job.submit() + bookAhead.getAsLong();
        long deadline = ready + job.runTime() + slack.applyAsLong(job.runTime());
        String id = Long.toString(++count);
        return new Arrival(job.submit(), Job.of(id, ready, job.runTime(), deadline, job.processors()));
    }
}
