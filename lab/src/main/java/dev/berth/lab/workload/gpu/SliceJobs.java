package dev.berth.lab.workload.gpu;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Jobs that take parts of hosts, in milliseconds, without end. The times are those of castillo's jobs in whole quarters of an hour;
 * what is asked for is drawn from {@link GpuRequests}, and every tenth job asks for 2, 4 or 8 whole cards with an equal share
 * of the host's cores and memory. The load is the dominant share of the hosts that arrives: of each job the part of which it takes
 * the largest share.
 */
public final class SliceJobs implements Iterator<SliceJobs.Sliced> {
    public static final int CORES = 96;
    public static final int MEMORY = 384 * 1024;
    public static final int CARDS = 8;

    private static final double HOUR = 3_600_000;
    private static final long QUARTER = 900_000;
    /** Castillo's mean. Rounding up to quarters adds half a quarter, 2.2%, which is not counted in the load. */
    private static final double MEAN_SIZE = 5.6 * HOUR;

    private static final double BOOK_AHEAD = CastilloWorkload.BOOK_AHEAD_DAYS * 24 * HOUR;
    private static final int EVERY = 10;
    private static final List<Integer> MANY_CARDS = List.of(2, 4, 8);
    private static final JobId ID = new JobId("j");

    private final GpuRequests requests;
    private final SplittableRandom random;
    private final double meanGap;
    private final double slack;
    private double clock;
    private int count;

    /**
     * A job and its request.
     *
     * @param dominant share of a host, at most 1
     */
    public record Sliced(long submit, long ready, long length, long deadline, GpuRequest request, double dominant) {
        /** Share of hosts over time. */
        public double work() {
            return dominant * length;
        }

        /** The job that takes something of one server. */
        public Job job(Requirements of) {
            return new Job(ID, "", ready, deadline, new Shape.Rigid(1, new Work(length)), of, Terms.NONE);
        }
    }

    public SliceJobs(GpuRequests requests, int hosts, double load, double slackHours, long seed) {
        this.requests = requests;
        this.random = new SplittableRandom(seed);
        this.slack = slackHours * HOUR;
        this.meanGap = MEAN_SIZE * meanDominant(requests) / (load * hosts);
    }

    /** Whether an empty host has room for a request. */
    public static boolean fits(GpuRequest request) {
        return request.cores() <= CORES && request.memory() <= MEMORY && request.cards() <= CARDS;
    }

    /** Share of a host that a job takes in the mean. */
    public static double meanDominant(GpuRequests requests) {
        double sum = 0;
        for (int i = 0; i < requests.all().size(); i++) {
            sum += requests.count(i) * dominant(requests.all().get(i));
        }
        double many = MANY_CARDS.stream()
                .mapToDouble(cards -> dominant(manyCards(cards)))
                .average()
                .orElseThrow();
        return (sum / requests.tasks() * (EVERY - 1) + many) / EVERY;
    }

    private static GpuRequest manyCards(int cards) {
        return new GpuRequest(CORES * 1000 * cards / CARDS, MEMORY * cards / CARDS, cards, 1000);
    }

    private static double dominant(GpuRequest request) {
        return request.dominantMillionths(CORES, MEMORY, CARDS) / 1e6;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Sliced next() {
        clock += -StrictMath.log(1 - random.nextDouble()) * meanGap;
        long submit = (long) clock;
        long ready = quarters(submit + random.nextDouble() * BOOK_AHEAD);
        long length = Math.max(QUARTER, quarters((double) CastilloWorkload.size(random)));
        long deadline = ready + length + quarters(random.nextDouble() * slack);
        GpuRequest request = ++count % EVERY == 0
                ? manyCards(MANY_CARDS.get(random.nextInt(MANY_CARDS.size())))
                : requests.draw(random);
        return new Sliced(submit, ready, length, deadline, request, dominant(request));
    }

    /** Up to the next quarter of an hour. */
    private static long quarters(double time) {
        return ((long) StrictMath.ceil(time / QUARTER)) * QUARTER;
    }
}
