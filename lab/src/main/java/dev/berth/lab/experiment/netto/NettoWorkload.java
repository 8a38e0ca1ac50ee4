package dev.berth.lab.experiment.netto;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.lab.workload.LublinJobs;
import dev.berth.lab.workload.RigidJob;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Advance reservations made of the jobs of a batch queue (netto 4.1), in seconds. A job of length T^e that is submitted at
 * s has the deadline D = s + T^e p, with p of Poisson(5), and is ready at D - T^e: without flexibility it must start then.
 * Half of the jobs are flexible: their deadline is later by Poisson(lambda) per cent of T^e; in another reading they are also
 * ready earlier by as much, though not before they are submitted.
 *
 * <p>Every draw has a stream of its own, so that the same job has the same p, and is flexible or not, in all settings;
 * under a longer lambda its interval is never shorter. Readings of the paper: docs/papers.md.
 */
final class NettoWorkload implements Iterator<Submission> {
    /** The paper cuts its log into intervals of 15 days. */
    static final long INTERVAL = 15 * 86_400;
    /** The log's machine. */
    static final int PROCESSORS = 128;
    /** Load of SDSC-SP2's log: the work submitted in its first 48 intervals, as a share of the processors' time. */
    static final double OFFERED_LOAD = 0.826;

    private static final long SHORTEST = 60;
    private static final double MEAN_MULTIPLE = 5;
    private static final double MEAN_ACCURACY = 80;

    /**
     * Setting of a workload: the quantities that the evaluation varies.
     *
     * @param load how much more frequent submissions are than in the log
     * @param flexibility lambda: the mean time of flexible intervals beyond T^e, in per cent of it; 0 for fixed ones
     * @param inaccurate whether jobs run for Poisson(80) per cent of the booked time, instead of all of it
     * @param fixAfter per cent of the wait after which a job's place is fixed; null for never
     * @param market prices, budgets and moldable jobs; null for none
     */
    record Setting(
            double load,
            int flexibility,
            boolean inaccurate,
            @Nullable Integer fixAfter,
            @Nullable Market market) {
        Setting(double load, int flexibility, boolean inaccurate, @Nullable Integer fixAfter) {
            this(load, flexibility, inaccurate, fixAfter, null);
        }

        static Setting of(double load, int flexibility) {
            return new Setting(load, flexibility, false, null);
        }
    }

    private final Iterator<RigidJob> jobs;
    private final Setting setting;
    private final boolean bothSides;
    private final SplittableRandom deadlines;
    private final SplittableRandom coins;
    private final SplittableRandom intervals;
    private final SplittableRandom accuracies;
    private final SplittableRandom budgets;
    private long count;

    /** With intervals that are longer to one side. */
    NettoWorkload(List<RigidJob> jobs, Setting setting, long seed) {
        this(jobs, setting, false, seed);
    }

    /**
     * The reservations of one interval.
     *
     * @param jobs counted from its begin
     * @param bothSides whether flexible jobs are also ready earlier
     */
    NettoWorkload(List<RigidJob> jobs, Setting setting, boolean bothSides, long seed) {
        this.jobs = jobs.iterator();
        this.setting = setting;
        this.bothSides = bothSides;
        this.deadlines = new SplittableRandom(seed);
        this.coins = deadlines.split();
        this.intervals = deadlines.split();
        this.accuracies = deadlines.split();
        this.budgets = deadlines.split();
    }

    /** The jobs of a minute or more that a log has in its interval of this number, counted from 0. */
    static List<RigidJob> interval(List<RigidJob> log, int number) {
        long begin = number * INTERVAL;
        return log.stream()
                .filter(job -> job.submit() >= begin && job.submit() < begin + INTERVAL)
                .filter(job -> job.runTime() >= SHORTEST)
                .map(job -> new RigidJob(job.submit() - begin, job.processors(), job.runTime()))
                .toList();
    }

    /** An interval after Lublin and Feitelson, with the machine and the load of SDSC-SP2. */
    static List<RigidJob> synthetic(long seed) {
        Iterator<RigidJob> endless = new LublinJobs(PROCESSORS, OFFERED_LOAD, seed);
        List<RigidJob> jobs = new ArrayList<>();
        for (RigidJob job = endless.next(); job.submit() < INTERVAL; job = endless.next()) {
            jobs.add(job);
        }
        return interval(jobs, 0);
    }

    @Override
    public boolean hasNext() {
        return jobs.hasNext();
    }

    @Override
    public Submission next() {
        RigidJob job = jobs.next();
        long submit = (long) (job.submit() / setting.load);
        // A multiple of 0 would have the job end as it is submitted.
        int multiple = Math.max(1, Poisson.draw(MEAN_MULTIPLE, deadlines.split()));
        long ready = submit + (multiple - 1) * job.runTime();
        boolean flexible = coins.nextBoolean();
        int longer = Poisson.draw(setting.flexibility, intervals.split());
        long more = flexible ? job.runTime() * longer / 100 : 0;
        long deadline = ready + job.runTime() + more;
        if (bothSides) {
            ready = Math.max(submit, ready - more);
        }
        int accuracy = Poisson.draw(MEAN_ACCURACY, accuracies.split());
        double budget = budgets.nextDouble();
        Integer fixAfter = setting.fixAfter;
        Terms terms = fixAfter == null ? Terms.NONE : Terms.fixAfter(fixAfter);
        Market market = setting.market;
        String name = Long.toString(++count);
        if (market != null) {
            long processorSeconds = job.processors() * job.runTime();
            return new Submission(
                    submit,
                    Job.of(name, ready, deadline, shape(job, market.moldable()))
                            .under(terms.withBudget(Market.budget(processorSeconds, budget))),
                    Submission.AS_BOOKED);
        }
        return new Submission(
                submit,
                Job.of(name, ready, job.runTime(), deadline, job.processors()).under(terms),
                setting.inaccurate ? actual(job.runTime(), accuracy) : job.runTime());
    }

    /** Shape of a job: with as many processors as in the log it takes as long as in the log, except for rounding. */
    private static Shape shape(RigidJob job, boolean moldable) {
        if (!moldable) {
            return new Shape.Rigid(job.processors(), new Work(job.runTime()));
        }
        double serial = Market.SERIAL / 1e6;
        double alone = job.runTime() / (serial + (1 - serial) / job.processors());
        return new Shape.Divisible(
                Math.ceilDiv(job.processors(), 2), 2 * job.processors(), new Work((long) alone), Market.SERIAL);
    }

    /** A job that would run longer than it is booked for is ended then. */
    private static long actual(long booked, int accuracy) {
        return Math.clamp(booked * accuracy / 100, 1, booked);
    }
}
