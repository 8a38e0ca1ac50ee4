package dev.berth.lab.workload;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The jobs of castillo's evaluation (section VII), in milliseconds, without end: Poisson arrivals; book-ahead uniform
 * from one minute to 14 days; 80% of the sizes uniform up to 4 hours and 20% from 4 to 36 hours, 5.6 hours in the mean.
 * The load is the work that arrives over the work that all servers can do.
 */
public final class CastilloWorkload implements Iterator<Arrival> {
    /** How the deadline follows from ready, size and a uniform draw of (0, q); see docs/papers.md. */
    public enum Deadline {
        /** ready + size + draw: what makes sense of d >= r + l. */
        AFTER_SIZE,
        /** ready + draw: the paper's words; many jobs become impossible. */
        LITERAL
    }

    public static final long UNITS_PER_SECOND = 1_000;

    /** Up to how many days ahead the paper's jobs are booked. */
    public static final double BOOK_AHEAD_DAYS = 14;

    private static final double MINUTE = 60_000;
    private static final double HOUR = 60 * MINUTE;
    private static final double DAY = 24 * HOUR;
    private static final double MEAN_SIZE = 5.6 * HOUR;
    /** The jobs are many and nobody asks for their names. */
    private static final JobId ID = new JobId("j");

    private final SplittableRandom random;
    private final double meanGap;
    private final double slack;
    private final Deadline deadlines;
    private final double bookAhead;
    private double clock;

    /**
     * @param slackHours q, how loose the deadlines are; the paper mostly uses 20
     */
    public CastilloWorkload(List<Pool> pools, double load, double slackHours, Deadline deadlines, long seed) {
        this(pools, load, slackHours, deadlines, BOOK_AHEAD_DAYS, seed);
    }

    /**
     * With another book-ahead, and otherwise the same jobs for the same seed.
     *
     * @param bookAheadDays the longest; 0 if all jobs are ready at once
     */
    public CastilloWorkload(
            List<Pool> pools, double load, double slackHours, Deadline deadlines, double bookAheadDays, long seed) {
        this.random = new SplittableRandom(seed);
        this.meanGap = MEAN_SIZE / (load * capacity(pools));
        this.slack = slackHours * HOUR;
        this.deadlines = deadlines;
        this.bookAhead = bookAheadDays * DAY;
    }

    public CastilloWorkload(List<Pool> pools, double load, double slackHours, long seed) {
        this(pools, load, slackHours, Deadline.AFTER_SIZE, seed);
    }

    /** Capacity of all servers together: work in a unit of time. */
    public static double capacity(List<Pool> pools) {
        return pools.stream()
                .mapToDouble(pool -> pool.servers() * (double) pool.rate().millionths() / 1e6)
                .sum();
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Arrival next() {
        clock += -StrictMath.log(1 - random.nextDouble()) * meanGap;
        long submit = (long) clock;
        long ready = submit + uniform(random, Math.min(MINUTE, bookAhead), bookAhead);
        long size = size(random);
        long draw = uniform(random, 0, slack);
        long deadline = ready + draw + (deadlines == Deadline.AFTER_SIZE ? size : 0);
        return new Arrival(
                submit,
                new Job(ID, "", ready, deadline, new Shape.Rigid(1, new Work(size)), Requirements.NONE, Terms.NONE));
    }

    /** How long a job takes at rate 1. */
    public static long size(SplittableRandom random) {
        return random.nextDouble() < 0.8 ? uniform(random, 0, 4 * HOUR) : uniform(random, 4 * HOUR, 36 * HOUR);
    }

    /** How long a job of mean size takes on a server of this rate. */
    public static long meanDuration(Rate rate) {
        return rate.duration((long) MEAN_SIZE);
    }

    /** Uniform in (from, to], in whole milliseconds. */
    private static long uniform(SplittableRandom random, double from, double to) {
        return (long) Math.ceil(to - random.nextDouble() * (to - from));
    }
}
