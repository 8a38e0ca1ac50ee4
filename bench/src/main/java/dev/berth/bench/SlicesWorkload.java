package dev.berth.bench;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Jobs of four parts in castillo's times, on hosts of 8 cards, 96 cores, 384 GiB and a disk: 40% take a share of a card, 50% one
 * card and every tenth 2, 4 or 8, each with cores, memory and disk by its cards in a few sizes, as in traces of GPU clusters. The load is that
 * of the cards.
 */
final class SlicesWorkload {
    static final PoolId HOSTS = new PoolId("hosts");
    private static final Parts PARTS = Parts.of(
            Part.sharedDevices("gpu", 8, 80_000),
            Part.amount("cores", 96),
            Part.amount("memory", 393_216),
            Part.amount("disk", 4_000));
    private static final double MEAN_CARDS = 0.4 * 0.5 + 0.5 + 0.1 * (2 + 4 + 8) / 3;
    private static final double SLACK_HOURS = 20;

    private final CastilloWorkload times;
    private final SplittableRandom random;
    private final boolean whole;

    /** @param whole whether the jobs take whole servers, at the same times */
    SlicesWorkload(int hosts, double load, double bookAheadDays, boolean whole, long seed) {
        int cards = (int) (8 * hosts / MEAN_CARDS);
        this.times = new CastilloWorkload(
                List.of(new Pool("cards", cards, "1")),
                load,
                SLACK_HOURS,
                CastilloWorkload.Deadline.AFTER_SIZE,
                bookAheadDays,
                seed);
        this.random = new SplittableRandom(seed);
        this.whole = whole;
    }

    static Pool hosts(int count) {
        return new Pool(HOSTS, count, Rate.FULL, Map.of(), PARTS);
    }

    /** A pool of as many servers, booked as a whole, as there are cards for jobs of mean size. */
    static Pool servers(int hosts) {
        return new Pool(HOSTS, (int) (8 * hosts / MEAN_CARDS), Rate.FULL, Map.of(), Parts.NONE);
    }

    /** The job with all cards, cores and memory of a host. */
    static Job onAWholeHost(Job job) {
        return job.requiring(
                job.requirements().withSlice(Slice.of(Map.of("gpu", 8L, "cores", 96L, "memory", 393_216L))));
    }

    Arrival next() {
        Arrival arrival = times.next();
        Slice slice = slice();
        Job job = arrival.job();
        return whole
                ? arrival
                : new Arrival(arrival.submit(), job.requiring(job.requirements().withSlice(slice)));
    }

    private Slice slice() {
        int kind = random.nextInt(10);
        long cards = kind < 9 ? 1 : 2L << random.nextInt(3);
        long cores = cards * 4 * (1 + random.nextInt(3));
        long memory = cores * 4 * 1024;
        long disk = cards * 100 * (1 + random.nextInt(3));
        return kind < 4
                ? Slice.of(
                        Map.of("cores", cores, "memory", memory, "disk", disk),
                        Share.of("gpu", 100 * (1 + random.nextInt(9))))
                : Slice.of(Map.of("gpu", cards, "cores", cores, "memory", memory, "disk", disk));
    }
}
