package dev.berth.provision.federation;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.Arrangement.Arranged;
import dev.berth.provision.federation.Arrangement.Impossible;
import dev.berth.provision.federation.Arrangement.Obstacle;
import dev.berth.provision.federation.Arrangement.Share;
import dev.berth.provision.federation.SiteAdvert.FreePool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rounds of a co-allocation: ask what the sites advertise, plan, hold. If a site refuses its part, because somebody else
 * was quicker, all is released and the next round begins after a random wait, so that several who want the same do not meet
 * again. Without a clock and randomness of its own: whoever drives it waits, asks and holds, and draws the numbers.
 *
 * <p>A site that refuses twice what it advertises is believed to have one server less there; one that refuses for a reason that
 * lasts, such as a quota, is not asked for that pool again.
 *
 * @param refusals of all rounds so far, in order
 */
public record CoAllocationRounds(CoAllocation wanted, Limits limits, List<Refused> refusals) {
    /**
     * How often, and how patiently.
     *
     * @param rounds how many at most
     * @param firstWait the most that is waited before the second round, in milliseconds; twice as much each time
     * @param longestWait the most that is ever waited
     */
    public record Limits(int rounds, long firstWait, long longestWait) {
        public static final Limits DEFAULT = new Limits(6, 200, 5_000);

        public Limits {
            if (rounds < 1) {
                throw new BadValue("rounds", rounds, "must be at least 1");
            }
            if (firstWait < 0 || longestWait < firstWait) {
                throw new BadValue("longestWait", longestWait, "must not be below the first wait, " + firstWait);
            }
        }
    }

    /**
     * A part that a site would not hold.
     *
     * @param lasts whether it would be refused again, whatever is free
     */
    public record Refused(Share share, Window window, String reason, boolean lasts) {}

    /** Next step of the caller. */
    public sealed interface Step {
        /** Wait this many milliseconds, then ask the sites what they advertise. */
        record Ask(long delay) implements Step {}

        /**
         * Hold these.
         *
         * @param order the shares of the plan in the order in which to hold them: sites that refused before come first, so
         *     that little is held in vain
         */
        record Hold(Arranged plan, List<Share> order) implements Step {
            public Hold {
                order = List.copyOf(order);
            }
        }

        /** There is no window; or none was got in all rounds, and then there are no obstacles but the refusals. */
        record GiveUp(List<Obstacle> obstacles, List<Refused> refusals) implements Step {
            public GiveUp {
                obstacles = List.copyOf(obstacles);
                refusals = List.copyOf(refusals);
            }
        }
    }

    /** Next step, and the rounds to continue with after it. */
    public record Turn(CoAllocationRounds rounds, Step step) {}

    public CoAllocationRounds {
        refusals = List.copyOf(refusals);
    }

    public static CoAllocationRounds of(CoAllocation wanted, Limits limits) {
        return new CoAllocationRounds(wanted, limits, List.of());
    }

    /** The sites have said what they advertise; those that did not answer are missing. */
    public Step advertised(Collection<SiteAdvert> sites) {
        return switch (wanted.plan(sites.stream().map(this::believed).toList())) {
            case Arranged plan -> new Step.Hold(plan, order(plan));
            case Impossible impossible -> new Step.GiveUp(impossible.obstacles(), refusals);
        };
    }

    /**
     * A site has refused its part, and what others held is released.
     *
     * @param draw a random number from 0 to below 1
     */
    public Turn refused(Refused refusal, double draw) {
        if (!(draw >= 0 && draw < 1)) {
            throw new BadValue("draw", draw, "must be from 0 to below 1");
        }
        CoAllocationRounds next = new CoAllocationRounds(
                wanted,
                limits,
                Stream.concat(refusals.stream(), Stream.of(refusal)).toList());
        return new Turn(
                next,
                next.refusals.size() >= limits.rounds
                        ? new Step.GiveUp(List.of(), next.refusals)
                        : new Step.Ask((long) (draw * next.longest())));
    }

    /** The most to wait before the next round. */
    private long longest() {
        long wait = limits.firstWait;
        for (int k = 1; k < refusals.size() && wait < limits.longestWait; k++) {
            wait *= 2;
        }
        return Math.min(wait, limits.longestWait);
    }

    private List<Share> order(Arranged plan) {
        return plan.shares().stream()
                .sorted(Comparator.comparingLong((Share share) -> refusals.stream()
                                .filter(refused -> refused.share.site().equals(share.site()))
                                .count())
                        .reversed())
                .toList();
    }

    /** Advert of a site, less the servers that it has refused. */
    private SiteAdvert believed(SiteAdvert site) {
        List<FreePool> pools = new ArrayList<>();
        for (FreePool pool : site.pools()) {
            List<Refused> here = refusals.stream()
                    .filter(refused -> refused.share.site().equals(site.site())
                            && refused.share.pool().equals(pool.name()))
                    .toList();
            if (here.stream().noneMatch(Refused::lasts)) {
                pools.add(believed(pool, here));
            }
        }
        return new SiteAdvert(site.site(), pools);
    }

    private static FreePool believed(FreePool pool, List<Refused> refusals) {
        FreeServers free = pool.free();
        for (int k = 0; k < refusals.size(); k++) {
            Refused refused = refusals.get(k);
            boolean again = refusals.subList(0, k).stream()
                    .anyMatch(before ->
                            before.window.equals(refused.window) && before.share.servers() <= refused.share.servers());
            free = again ? free.atMost(refused.share.servers() - 1, refused.window) : free;
        }
        return new FreePool(pool.name(), pool.rate(), pool.unitCost(), free);
    }
}
