package dev.berth.lab.workload;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import java.util.Iterator;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rigid parallel jobs after Lublin and Feitelson, "The workload on parallel supercomputers: modeling the
 * characteristics of rigid jobs" (JPDC 63, 2003), in seconds, without end.
 *
 * <p>The parameters are those of all jobs together, not split into batch and interactive. What differs from the model:
 *
 * <ul>
 *   <li>gaps are stretched to the wanted load, before the daily cycle, so that a day stays a day;
 *   <li>a half hour's weight is the density in its middle, not the integral over it;
 *   <li>a power of two above the machine becomes the one below, where the machine's size is no power of two;
 *   <li>on a machine too small for the usual middle of the sizes (2.5 below the top) the middle is half way.
 * </ul>
 *
 * <p>Gaps are so uneven, seconds in a burst and now and then days, that the load of a stream of 20,000 jobs strays from
 * the wanted one by 5% (one standard deviation).
 */
public final class LublinJobs implements Iterator<RigidJob> {
    private static final double SERIAL = 0.24;
    /** Share of the parallel jobs whose size is a power of two. */
    private static final double POWER_OF_TWO = 0.75;

    private static final double LOW = 0.8;
    private static final double LOWER_SIZES = 0.86;

    private static final LublinGamma SHORT = new LublinGamma(4.2, 0.94);
    private static final LublinGamma LONG = new LublinGamma(312, 0.03);
    private static final double SHORT_PER_PROCESSOR = -0.0054;
    private static final double SHORT_BASE = 0.78;
    /** Natural logarithm of seconds: 45 hours. */
    private static final double LONGEST = 12;

    /** The shape is that of the peak hours times the model's ratio of all hours to these. */
    private static final LublinGamma GAP = new LublinGamma(10.2303 * 1.0225, 0.4871);
    /** Natural logarithm of seconds: 5 days. */
    private static final double LONGEST_GAP = 13;

    private static final double MEAN_GAP = meanGap();

    private static final LublinDay DAY = new LublinDay(new LublinGamma(8.1737, 3.9631));

    private static final long PRE_RUN_SEED = 20031105;
    private static final int PRE_RUN = 1_000_000;
    /** Cache by number of processors: the mean takes a fifth of a second to compute, and an experiment needs it in every run. */
    private static final Map<Integer, Double> MEAN_PROCESSOR_SECONDS = new ConcurrentHashMap<>();

    private final int processors;
    private final SplittableRandom gaps;
    private final SplittableRandom shapes;
    private final double stretch;
    private double even;

    /**
     * @param load processor seconds that arrive over those that the machine has, above 0
     */
    public LublinJobs(int processors, double load, long seed) {
        if (processors < 1 || processors > Pool.MOST_SERVERS) {
            throw new BadValue("processors", processors, "must be from 1 to " + Pool.MOST_SERVERS);
        }
        if (!(load > 0) || Double.isInfinite(load)) {
            throw new BadValue("load", load, "must be above 0");
        }
        this.processors = processors;
        // Two streams: the same jobs come at any load, only sooner or later.
        this.gaps = new SplittableRandom(seed);
        this.shapes = gaps.split();
        double mean = MEAN_PROCESSOR_SECONDS.computeIfAbsent(processors, LublinJobs::meanProcessorSeconds);
        this.stretch = mean / (load * processors) / MEAN_GAP;
    }

    /** Mean from a separate run that is always the same, so that the seed does not change the load. */
    private static double meanProcessorSeconds(int processors) {
        SplittableRandom random = new SplittableRandom(PRE_RUN_SEED);
        double sum = 0;
        for (int i = 0; i < PRE_RUN; i++) {
            int size = size(processors, random);
            sum += (double) size * runTime(size, random);
        }
        return sum / PRE_RUN;
    }

    /** Mean by quadrature: rare long gaps contribute so much to it that a simulated run would have to be very long. */
    private static double meanGap() {
        int steps = 100_000;
        double mass = 0;
        double moment = 0;
        for (int i = 0; i < steps; i++) {
            double log = (i + 0.5) * LONGEST_GAP / steps;
            double density = GAP.relativeDensity(log);
            mass += density;
            moment += density * StrictMath.exp(log);
        }
        return moment / mass;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public RigidJob next() {
        even += StrictMath.exp(sampleUpTo(LONGEST_GAP, GAP, gaps)) * stretch;
        int size = size(processors, shapes);
        return new RigidJob((long) DAY.time(even), size, runTime(size, shapes));
    }

    private static int size(int processors, SplittableRandom random) {
        if (random.nextDouble() < SERIAL || processors == 1) {
            return 1;
        }
        double high = StrictMath.log(processors) / StrictMath.log(2);
        double middle = high - 2.5 > LOW ? high - 2.5 : (LOW + high) / 2;
        boolean lower = random.nextDouble() < LOWER_SIZES;
        double from = lower ? LOW : middle;
        double to = lower ? middle : high;
        double log = from + random.nextDouble() * (to - from);
        if (random.nextDouble() < POWER_OF_TWO) {
            int size = 1 << (int) StrictMath.rint(log);
            return size > processors ? size / 2 : size;
        }
        return (int) Math.min(processors, StrictMath.rint(StrictMath.pow(2, log)));
    }

    private static long runTime(int size, SplittableRandom random) {
        // Below 0 and above 1 it is as good as 0 and 1.
        double isShort = SHORT_PER_PROCESSOR * size + SHORT_BASE;
        double drawn;
        do {
            drawn = (random.nextDouble() < isShort ? SHORT : LONG).sample(random);
        } while (drawn > LONGEST);
        return (long) StrictMath.exp(drawn);
    }

    private static double sampleUpTo(double most, LublinGamma gamma, SplittableRandom random) {
        double drawn = gamma.sample(random);
        while (drawn > most) {
            drawn = gamma.sample(random);
        }
        return drawn;
    }
}
