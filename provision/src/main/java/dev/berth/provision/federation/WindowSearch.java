package dev.berth.provision.federation;

import dev.berth.engine.model.Money;
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
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the earliest window that fits all parts of a {@link CoAllocation}.
 *
 * <p>For one duration: the parts leapfrog. Each in turn says from when on it has room, and the latest of them is where all
 * are asked again, until all agree. If that is too dear, the next start that could be better is where servers become free
 * somewhere: between two such times a later start leaves every part the pools it had, or fewer, and no choice is cheaper.
 *
 * <p>Without a given duration every length that some choice of pool and servers takes is tried, the shortest first, up to
 * where even an immediate start would end later than what was found.
 */
final class WindowSearch {
    /** A part with the pools it may use. */
    private record Choice(CoAllocationPart part, List<FreePool> pools) {}

    private final CoAllocation wanted;
    private final List<Choice> choices = new ArrayList<>();
    private final List<Obstacle> obstacles = new ArrayList<>();
    private @Nullable Money cheapest;

    WindowSearch(CoAllocation wanted, Collection<SiteAdvert> sites) {
        this.wanted = wanted;
        for (CoAllocationPart part : wanted.parts()) {
            Optional<SiteAdvert> site = sites.stream()
                    .filter(each -> each.site().equals(part.site()))
                    .findFirst();
            List<FreePool> pools = site.map(SiteAdvert::pools).orElse(List.of()).stream()
                    .filter(part::takes)
                    .toList();
            if (site.isEmpty()) {
                obstacles.add(new Obstacle.NoAnswer(part.site()));
            } else if (pools.isEmpty()) {
                obstacles.add(new Obstacle.NoPool(part));
            }
            choices.add(new Choice(part, pools));
        }
    }

    Arrangement run() {
        if (!obstacles.isEmpty()) {
            return new Impossible(obstacles);
        }
        NavigableSet<Long> durations = durations(choices);
        Arranged best = null;
        for (long duration : durations) {
            long by = best == null ? wanted.deadline() : best.window().end() - 1;
            if (by - wanted.ready() < duration) {
                break;
            }
            best = earliest(duration, by).orElse(best);
        }
        return best == null ? new Impossible(whyNone()) : best;
    }

    /** How long the window may be. */
    private NavigableSet<Long> durations(List<Choice> of) {
        if (wanted.duration().isPresent()) {
            return new TreeSet<>(List.of(wanted.duration().get()));
        }
        TreeSet<Long> durations = new TreeSet<>();
        for (Choice choice : of) {
            for (FreePool pool : choice.pools) {
                choice.part
                        .shape()
                        .counts()
                        .forEach(count -> durations.add(choice.part.shape().duration(count, pool.rate())));
            }
        }
        return durations;
    }

    /** The first window of this length that ends by a time, within the budget. */
    private Optional<Arranged> earliest(long duration, long by) {
        long start = wanted.ready();
        while (start <= by - duration) {
            long next = start;
            for (Choice choice : choices) {
                next = Math.max(next, earliest(choice, duration, start));
            }
            if (next == start) {
                Arranged found = arrange(new Window(start, start + duration));
                if (wanted.budget().isEmpty()
                        || !found.cost().isAbove(wanted.budget().get())) {
                    return Optional.of(found);
                }
                cheapest = cheapest == null || cheapest.isAbove(found.cost()) ? found.cost() : cheapest;
                next = nextRise(start);
            }
            start = next;
        }
        return Optional.empty();
    }

    private static long earliest(Choice choice, long duration, long from) {
        long earliest = FreeServers.NEVER;
        for (FreePool pool : choice.pools) {
            int servers = choice.part.servers(pool.rate(), duration);
            if (servers > 0) {
                earliest = Math.min(earliest, pool.free().earliest(servers, duration, from));
            }
        }
        return earliest;
    }

    private long nextRise(long after) {
        return choices.stream()
                .flatMap(choice -> choice.pools.stream())
                .mapToLong(pool -> pool.free().nextRise(after))
                .min()
                .orElse(FreeServers.NEVER);
    }

    /** Arranges the parts in a window in which all of them have room. */
    private Arranged arrange(Window window) {
        List<Share> shares =
                choices.stream().map(choice -> share(choice, window)).toList();
        Money cost = shares.stream().map(Share::cost).reduce(Money.ZERO, Money::plus);
        return new Arranged(window, shares, cost);
    }

    /** The cheapest; then that with the fewest servers; then the first. */
    private static Share share(Choice choice, Window window) {
        return choice.pools.stream()
                .flatMap(pool -> {
                    int servers = choice.part.servers(pool.rate(), window.length());
                    return servers == 0 || pool.free().throughout(window) < servers
                            ? Optional.<Share>empty().stream()
                            : Optional.of(new Share(
                                            choice.part.site(),
                                            pool.name(),
                                            servers,
                                            pool.unitCost().of(Math.multiplyExact(servers, window.length()))))
                                    .stream();
                })
                .min(Comparator.comparing(Share::cost).thenComparingInt(Share::servers))
                .orElseThrow();
    }

    private List<Obstacle> whyNone() {
        if (cheapest != null && wanted.budget().isPresent()) {
            return List.of(new Obstacle.OverBudget(cheapest, wanted.budget().get()));
        }
        List<Obstacle> found = new ArrayList<>();
        choices.forEach(choice -> obstacle(choice).ifPresent(found::add));
        return found.isEmpty() ? List.of(new Obstacle.NoCommonWindow()) : found;
    }

    /** Obstacle for one part alone, whatever room the others have. */
    private Optional<Obstacle> obstacle(Choice choice) {
        long time = wanted.deadline() - wanted.ready();
        boolean fits = false;
        for (long duration : durations(List.of(choice)).headSet(time, true)) {
            fits |= choice.pools.stream().anyMatch(pool -> choice.part.servers(pool.rate(), duration) > 0);
            if (earliest(choice, duration, wanted.ready()) <= wanted.deadline() - duration) {
                return Optional.empty();
            }
        }
        Window whole = new Window(wanted.ready(), wanted.deadline());
        return Optional.of(
                fits
                        ? new Obstacle.NoRoom(
                                choice.part,
                                choice.pools.stream()
                                        .mapToInt(pool -> pool.free().most(whole))
                                        .max()
                                        .orElse(0))
                        : new Obstacle.TooLong(choice.part));
    }
}
