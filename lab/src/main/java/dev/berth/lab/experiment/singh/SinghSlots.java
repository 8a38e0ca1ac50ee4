package dev.berth.lab.experiment.singh;

import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.slot.Slot;
import dev.berth.workflow.model.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The slots of singh's first experiments (section 3), in seconds: four sites of 10 to 40 processors; at each, slots come in a
 * Poisson process, the first at 0; durations and gaps are exponential with a mean of 1000; the processors of a slot are
 * uniform up to those of its site. All are to be had as a whole only, at 1 for a processor second.
 *
 * <p>Up to t = 30,000 there are 124 slots in the mean, and 124 in the paper: ours are the first 124 of all sites.
 */
public final class SinghSlots {
    public static final int COUNT = 124;
    /** Bytes in a second between two sites. */
    public static final long BANDWIDTH = 1_000_000;

    private static final int SITES = 4;
    private static final double MEAN = 1000;

    private SinghSlots() {}

    public static SlotAvailability draw(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<SlotSite> sites = new ArrayList<>();
        List<Offered> all = new ArrayList<>();
        Route[][] routes = new Route[SITES][SITES];
        for (int site = 0; site < SITES; site++) {
            int processors = 10 * (site + 1);
            sites.add(new SlotSite("site" + processors, Rate.FULL));
            SplittableRandom own = random.split();
            double start = 0;
            for (int slot = 0; slot < COUNT; slot++) {
                long duration = 1 + (long) exponential(own);
                all.add(new Offered(site, Slot.whole((long) start, own.nextInt(1, processors + 1), duration)));
                start += exponential(own);
            }
            for (int to = 0; to < SITES; to++) {
                routes[site][to] = new Route(0, new Link(1, BANDWIDTH));
            }
        }
        all.sort(Comparator.comparingLong(offered -> offered.slot().start()));
        return new SlotAvailability(sites, routes, all.subList(0, COUNT));
    }

    private static double exponential(SplittableRandom random) {
        return -MEAN * StrictMath.log(1 - random.nextDouble());
    }
}
