package dev.berth.provision.federation;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.Arrangement.Arranged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parts that are wanted at several sites at once: all of them get their servers for the same window. It begins at ready or
 * later and ends by the deadline.
 *
 * @param duration how long the window is; if empty, as long as the slowest part takes on the servers that are chosen
 * @param budget the most that all parts may cost together
 */
public record CoAllocation(
        List<CoAllocationPart> parts, long ready, long deadline, Optional<Long> duration, Optional<Money> budget) {
    /** So that the time of all servers together can be counted. */
    private static final long LONGEST = Duration.ofDays(10_000).toMillis();

    public CoAllocation {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new BadValue("parts", parts, "must be at least one");
        }
        if (new Window(ready, deadline).length() > LONGEST) {
            throw new BadValue("deadline", deadline, "must be at most 10,000 days after ready");
        }
        duration.filter(length -> length < 1).ifPresent(length -> {
            throw new BadValue("duration", length, "must be greater than zero");
        });
        checkApart(parts);
    }

    /** Parts of one pool would have to share what is free: they are one part with the sum of their servers. */
    private static void checkApart(List<CoAllocationPart> parts) {
        Set<String> sites = new HashSet<>();
        Set<List<String>> pools = new HashSet<>();
        for (CoAllocationPart part : parts) {
            boolean first = sites.add(part.site());
            boolean apart = pools.add(List.of(part.site(), part.pool().orElse("")));
            if (!apart || (!first && (part.pool().isEmpty() || pools.contains(List.of(part.site(), ""))))) {
                throw new BadValue("site", part.site(), "has several parts; each must name a pool of its own there");
            }
        }
    }

    /**
     * Finds the earliest window: the one that ends first, and of those the shortest. Each part gets the cheapest pool that
     * has room, and there the fewest servers with which it is done in time. Exact for what is advertised; what the sites
     * say to it is another matter.
     */
    public Arrangement plan(Collection<SiteAdvert> sites) {
        return new WindowSearch(this, sites).run();
    }

    /** The earliest window, and after the end of each the next one: what to try if a site refuses. None if there is none. */
    public List<Arranged> plans(Collection<SiteAdvert> sites, int most) {
        List<Arranged> plans = new ArrayList<>();
        long from = ready;
        while (plans.size() < most
                && from < deadline
                && new CoAllocation(parts, from, deadline, duration, budget).plan(sites) instanceof Arranged next) {
            plans.add(next);
            from = next.window().end();
        }
        return plans;
    }
}
