package dev.berth.lab.workload;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The jobs of castillo's evaluation (section VII), in milliseconds, without end: Poisson arrivals; book-ahead uniform
 * from one minute to 14 days; 80% of the sizes uniform up to 4 hours and 20% from 4 to 36 hours, 5.6 hours in the mean;
 * deadline = ready + size + uniform(0, q). The load is the work that arrives over the work that all servers can do.
 */
public final class CastilloWorkload implements Iterator<Arrival> {
    private static final double MINUTE = 60_000;
    private static final double HOUR = 60 * MINUTE;
    private static final double DAY = 24 * HOUR;
    private static final double MEAN_SIZE = 5.6 * HOUR;

    private final SplittableRandom random;
    private final double meanGap;
    private final double slack;
    private double clock;
    private long count;

    /**
     * @param slackHours q, how loose the deadlines are; the paper mostly uses 20
     */
    public CastilloWorkload(List<Pool> pools, double load, double slackHours, long seed) {
        this.random = new SplittableRandom(seed);
        this.meanGap = MEAN_SIZE / (load * capacity(pools));
        this.slack = slackHours * HOUR;
    }

    /** What all servers together do in a unit of time. */
    private static double capacity(List<Pool> pools) {
        return pools.stream()
                .mapToDouble(pool -> pool.servers() * (double) pool.rate().millionths() / 1e6)
                .sum();
    }

    /** Three equal pools of rates 0.2, 0.8 and 1.0: castillo's most heterogeneous system, L = 4. */
    public static List<Pool> mostHeterogeneous(int servers) {
        return List.of(
                new Pool("slow", servers / 3, "0.2"),
                new Pool("middle", servers / 3, "0.8"),
                new Pool("fast", servers - 2 * (servers / 3), "1"));
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Arrival next() {
        clock += -StrictMath.log(1 - random.nextDouble()) * meanGap;
        long submit = (long) clock;
        long ready = submit + uniform(MINUTE, 14 * DAY);
        long size = random.nextDouble() < 0.8 ? uniform(0, 4 * HOUR) : uniform(4 * HOUR, 36 * HOUR);
        long deadline = ready + size + uniform(0, slack);
        return new Arrival(submit, Job.of(Long.toString(++count), ready, size, deadline));
    }

    /** Uniform in (from, to], in whole milliseconds. */
    private long uniform(double from, double to) {
        return (long) Math.ceil(to - random.nextDouble() * (to - from));
    }
}
