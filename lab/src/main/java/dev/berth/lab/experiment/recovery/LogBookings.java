package dev.berth.lab.experiment.recovery;

import dev.berth.engine.model.Job;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.RigidJob;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The jobs of a log as bookings, in milliseconds: a job is ready up to some days after it was submitted and has up to some hours
 * of slack, both uniform, as castillo's jobs have. The log knows neither, for its jobs were queued.
 */
final class LogBookings implements Iterator<Arrival> {
    private static final double HOUR = 3_600_000;

    private final Iterator<RigidJob> jobs;
    private final double load;
    private final double ahead;
    private final double slack;
    private final SplittableRandom random;
    private long count;

    /** @param load how much more frequent jobs are than in the log */
    LogBookings(List<RigidJob> jobs, double load, double aheadDays, double slackHours, long seed) {
        this.jobs = jobs.iterator();
        this.load = load;
        this.ahead = aheadDays * 24 * HOUR;
        this.slack = slackHours * HOUR;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean hasNext() {
        return jobs.hasNext();
    }

    @Override
    public Arrival next() {
        RigidJob job = jobs.next();
        long submit = (long) (job.submit() * 1_000 / load);
        long ready = submit + (long) (random.nextDouble() * ahead);
        long work = Math.max(1, job.runTime()) * 1_000;
        long deadline = ready + work + (long) (random.nextDouble() * slack);
        return new Arrival(submit, Job.of("j" + ++count, ready, work, deadline, job.processors()));
    }
}
