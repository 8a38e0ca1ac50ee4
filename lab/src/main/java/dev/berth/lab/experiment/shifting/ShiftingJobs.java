package dev.berth.lab.experiment.shifting;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import java.util.Iterator;
import java.util.SplittableRandom;

/**
 * Jobs of people who can wait, in milliseconds, without end: they arrive by a Poisson process, by day or at any hour, take 1, 2, 4
 * or 8 servers for 1 to 12 hours in whole quarters, and must be done by a slack after the time in which they could be done at
 * once. Made up; nothing of it is measured.
 */
final class ShiftingJobs implements Iterator<ShiftingJobs.Submitted> {
    static final long HOUR = 3_600_000;
    static final long DAY = 24 * HOUR;

    private static final long QUARTER = HOUR / 4;
    private static final long SHORTEST = HOUR;
    private static final long LONGEST = 12 * HOUR;
    /** Working hours, in which jobs are submitted by day. */
    private static final int BEGINS = 8;

    private static final int ENDS = 18;
    private static final int[] SERVERS = {1, 2, 4, 8};
    private static final double MEAN_SERVERS = 3.75;
    private static final JobId ID = new JobId("j");

    private final SplittableRandom random;
    private final boolean byDay;
    private final long slack;
    private final double meanGap;
    private double clock;

    /** A job and when it is submitted, which is when it may start. */
    record Submitted(long submit, Job job, int servers, long duration) {}

    ShiftingJobs(int servers, double load, double slackHours, boolean byDay, long seed) {
        this.random = new SplittableRandom(seed);
        this.byDay = byDay;
        this.slack = Math.round(slackHours * HOUR);
        double meanWork = MEAN_SERVERS * (SHORTEST + LONGEST) / 2.0;
        this.meanGap = meanWork / (load * servers);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Submitted next() {
        clock -= StrictMath.log(1 - random.nextDouble()) * meanGap;
        long submit = byDay ? inTheDay(clock) : Math.round(clock);
        int servers = SERVERS[random.nextInt(SERVERS.length)];
        long duration = SHORTEST + QUARTER * random.nextLong((LONGEST - SHORTEST) / QUARTER + 1);
        Job job = new Job(
                ID,
                "",
                submit,
                submit + duration + slack,
                new Shape.Stay(servers, duration),
                Requirements.NONE,
                Terms.NONE);
        return new Submitted(submit, job, servers, duration);
    }

    /** The same number of jobs on each day, all within its working hours. */
    private static long inTheDay(double even) {
        double days = StrictMath.floor(even / DAY);
        double part = even / DAY - days;
        return Math.round(days * DAY + (BEGINS + part * (ENDS - BEGINS)) * HOUR);
    }
}
