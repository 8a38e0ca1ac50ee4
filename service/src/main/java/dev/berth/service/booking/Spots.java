package dev.berth.service.booking;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.View;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import dev.berth.words.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a job goes that is wanted on one host, or on servers of one kind. The book knows neither hosts nor kinds, and
 * hands out servers as late as it can; such a job is settled on its servers when it is booked (decision 78).
 */
final class Spots {
    /** Further starts that are tried in a pool if there is no room on one host at the first. */
    private static final int MOST_STARTS = 48;

    /** How far ahead further starts are looked for. */
    private static final long FURTHEST = Duration.ofDays(8).toMillis();

    private final View view;
    private final Job job;
    private final Where where;
    private final List<Spot> all;

    private Spots(View view, Job job, Where where, List<Spot> all) {
        this.view = view;
        this.job = job;
        this.where = where;
        this.all = all;
    }

    /** Where the job may go; empty if wherever the book likes. */
    static Optional<Spots> of(View view, Job job, Where where) {
        if (where.isAnywhere() && job.shape().most() == 1) {
            return Optional.empty();
        }
        List<Pool> matching =
                view.pools().stream().filter(job.requirements()::match).toList();
        if (matching.isEmpty()) {
            // No host and no word for servers would help; the book says what no pool has.
            return Optional.empty();
        }
        List<Pool> ofUnit = ofUnit(view, matching, where.unit());
        List<Spot> spots = new ArrayList<>();
        for (Pool pool : ofUnit) {
            spot(view, pool, job, where).ifPresent(spots::add);
        }
        if (spots.isEmpty() && where.host() != null) {
            throw elsewhere(view, ofUnit, where.host());
        }
        boolean isPlain = spots.size() == matching.size() && spots.stream().allMatch(Spot::isWholePool);
        return isPlain ? Optional.empty() : Optional.of(new Spots(view, job, where, spots));
    }

    /**
     * The servers of each host that has enough of them for a reservation, if its pool is one of hosts with several servers;
     * else none.
     */
    static List<ServerSet> hosts(View view, Reservation reservation) {
        return view.pools().stream()
                .filter(pool -> pool.id().equals(reservation.placement().pool()))
                .flatMap(pool -> shared(view, pool).values().stream())
                .filter(host -> host.size() >= reservation.placement().count())
                .toList();
    }

    /** The hosts of a pool; none where each server is a host of its own, as in a cluster: nobody there means one host. */
    private static Map<String, ServerSet> shared(View view, Pool pool) {
        Map<String, ServerSet> hosts = ServerNames.of(view).hosts(pool);
        return hosts.size() > 1 && hosts.values().stream().anyMatch(host -> host.size() > 1) ? hosts : Map.of();
    }

    private static List<Pool> ofUnit(View view, List<Pool> matching, @Nullable String unit) {
        if (unit == null) {
            return matching;
        }
        List<Pool> ofUnit = matching.stream()
                .filter(pool -> PoolUnits.of(view, pool.id()).isCalled(unit))
                .toList();
        if (ofUnit.isEmpty()) {
            throw Problem.invalid(
                            "unit",
                            unit,
                            "is no word for the servers of a pool; they are called "
                                    + matching.stream()
                                            .map(pool -> PoolUnits.of(view, pool.id())
                                                    .plural())
                                            .distinct()
                                            .sorted()
                                            .collect(Collectors.joining(", ")))
                    .toException();
        }
        return ofUnit;
    }

    /** Empty if the job cannot be there. */
    private static Optional<Spot> spot(View view, Pool pool, Job job, Where where) {
        if (where.host() != null) {
            ServerSet there = ServerNames.of(view).hosts(pool).get(where.host());
            return there == null
                    ? Optional.empty()
                    : Optional.of(
                            new Spot(pool, there.size() == pool.servers() ? Map.of() : Map.of(where.host(), there)));
        }
        return Optional.of(new Spot(pool, where.isSpread() || job.shape().most() == 1 ? Map.of() : shared(view, pool)));
    }

    private static Rejected elsewhere(View view, List<Pool> pools, String host) {
        TreeSet<String> known = new TreeSet<>();
        pools.forEach(pool -> known.addAll(ServerNames.of(view).hosts(pool).keySet()));
        String names = pools.stream().map(pool -> pool.id().name()).sorted().collect(Collectors.joining(", "));
        return Problem.invalid(
                        "host",
                        host,
                        known.isEmpty()
                                ? "is not known: no pool of this site says on which hosts its servers are; see berth pools detect"
                                : "has no servers of %s; they are on %s"
                                        .formatted(
                                                pools.size() == 1 ? "pool " + names : "pools " + names,
                                                String.join(", ", known)))
                .toException();
    }

    /**
     * Where a job goes.
     *
     * @param job as it has to be booked
     * @param hosts those one of which must have its servers; none if any servers of its pool will do
     */
    record Found(Job job, Reservation reservation, List<ServerSet> hosts) {
        static final Comparator<Found> FIRST_TO_END = Comparator.<Found>comparingLong(
                        found -> found.reservation().window().end())
                .thenComparingLong(found -> found.reservation().window().start());
    }

    /**
     * The place in which the job ends first.
     *
     * @throws Refused if there is none because there are no servers
     * @throws Rejected if there are, but not on one host
     */
    Found best(@Nullable Wish wish) {
        Unit unit = PoolUnits.of(view, pools());
        // In a pool whose servers may all be had, the book itself says whether it is large enough.
        List<Spot> large = all.stream()
                .filter(spot ->
                        spot.isWholePool() || spot.largest() >= job.shape().fewest())
                .map(spot -> spot.isWholePool() ? spot : spot.having(job.shape().fewest()))
                .toList();
        if (large.isEmpty()) {
            throw tooMany(unit);
        }
        Refused refused = null;
        List<Found> found = new ArrayList<>();
        for (Spot spot : large) {
            Search search = new Search(spot);
            search.found().ifPresent(found::add);
            if (refused == null && search.refusal != null) {
                // What could be had elsewhere is no offer to who wants this host.
                refused = new Refused(search.refusal, search.there, where.host() == null ? wish : null);
            }
        }
        if (found.isEmpty()) {
            throw refused == null ? noRoom(unit) : refused;
        }
        return found.stream().min(Found.FIRST_TO_END).orElseThrow();
    }

    List<PoolId> pools() {
        return all.stream().map(spot -> spot.pool().id()).toList();
    }

    /** Offers at all these places, the best first by the wish. */
    List<Offer> offers(Wish wish) {
        return all.stream()
                .flatMap(spot -> view.offers(spot.in(job), wish).stream().filter(offer -> fits(spot, offer)))
                .sorted(Offer.order(wish.by()))
                .limit(wish.most())
                .toList();
    }

    private boolean fits(Spot spot, Offer offer) {
        // An offer may be in another pool, which is no offer to those who want this place.
        return offer.placement().pool().equals(spot.pool().id()) && (spot.isWholePool() || isOn(spot, offer));
    }

    private boolean isOn(Spot spot, Offer offer) {
        return view.decide(new Command.Reserve(offer.job())) instanceof Decision.Accepted accepted
                && settles(view, offer.job(), accepted.reservation(), spot.among());
    }

    private static boolean settles(View view, Job wanted, Reservation placed, List<ServerSet> among) {
        return view.whatIf(List.of(new Command.Reserve(wanted), new Command.Settle(placed.id(), among)))
                        .getLast()
                instanceof Decision.Accepted;
    }

    private Rejected tooMany(Unit unit) {
        String sizes = all.stream()
                .flatMap(spot -> spot.hosts().entrySet().stream())
                .map(host -> host.getKey() + " has " + host.getValue().size())
                .collect(Collectors.joining(", "));
        int largest = all.stream().mapToInt(Spot::largest).max().orElse(1);
        return Problem.refusal(
                        "too-many-servers",
                        "No host has %s: %s. Ask for at most %d%s"
                                .formatted(unit.counted(job.shape().fewest()), sizes, largest, orSpread(unit)))
                .toException();
    }

    private Rejected noRoom(Unit unit) {
        String hosts = all.stream()
                .flatMap(spot -> spot.hosts().keySet().stream())
                .distinct()
                .collect(Collectors.joining(", "));
        String what = unit.counted(job.shape().fewest());
        return Problem.refusal(
                        "no-capacity",
                        (where.host() != null
                                        ? "There is no time before the deadline at which %s of host %s are free for as long as the job takes. Ask for fewer, or for a later deadline%s"
                                        : "There is no time before the deadline at which %s are free on one of the hosts %s for as long as the job takes. Ask for fewer, or for a later deadline%s")
                                .formatted(what, hosts, orSpread(unit)))
                .toException();
    }

    /** A host that was not asked for and has room. */
    private Optional<String> freeHost() {
        if (where.host() == null) {
            return Optional.empty();
        }
        for (Spot spot : all) {
            Map<String, ServerSet> others = new TreeMap<>(ServerNames.of(view).hosts(spot.pool()));
            others.remove(where.host());
            for (Map.Entry<String, ServerSet> other : others.entrySet()) {
                if (other.getValue().size() >= job.shape().fewest()
                        && new Search(new Spot(spot.pool(), Map.of(other.getKey(), other.getValue())))
                                .found()
                                .isPresent()) {
                    return Optional.of(other.getKey());
                }
            }
        }
        return Optional.empty();
    }

    private String orSpread(Unit unit) {
        return where.host() != null
                ? freeHost().map(host -> "; host %s has room".formatted(host)).orElse("")
                : ", or let the %s be on several hosts: --spread, or \"on several hosts\" in words"
                        .formatted(unit.plural());
    }

    /** Looks for a place in one pool. */
    private final class Search {
        private final Spot spot;
        private final Job there;
        private @Nullable Refusal refusal;

        Search(Spot spot) {
            this.spot = spot;
            this.there = withinOneHost(spot.in(job));
        }

        private Job withinOneHost(Job wanted) {
            Shape shape = wanted.shape();
            if (spot.isWholePool() || shape.most() <= spot.largest()) {
                return wanted;
            }
            return switch (shape) {
                case Shape.Divisible divisible ->
                    wanted.shaped(new Shape.Divisible(
                            divisible.fewest(), spot.largest(), divisible.alone(), divisible.serial()));
                case Shape.Table table ->
                    wanted.shaped(new Shape.Table(table.byServers().headMap(spot.largest(), true)));
                case Shape.Rigid rigid -> wanted;
                case Shape.Stay stay -> wanted;
            };
        }

        Optional<Found> found() {
            switch (view.decide(new Command.Reserve(there))) {
                case Decision.Refused refused -> {
                    refusal = refused.refusal();
                    return Optional.empty();
                }
                case Decision.Accepted accepted -> {
                    Reservation first = accepted.reservation();
                    return settled(there, first).or(() -> later(first));
                }
                case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
            }
        }

        /** The place, if there is room on a host there. */
        private Optional<Found> settled(Job wanted, Reservation placed) {
            if (spot.isWholePool()) {
                return Optional.of(new Found(wanted, placed, List.of()));
            }
            return settles(view, wanted, placed, spot.among())
                    ? Optional.of(new Found(wanted, placed, spot.among()))
                    : Optional.empty();
        }

        /** Room on a host comes when something ends there. */
        private Optional<Found> later(Reservation first) {
            long length = first.window().length();
            return ends(first)
                    .filter(start -> start <= there.deadline() - length)
                    .limit(MOST_STARTS)
                    .mapToObj(start -> there.within(start, start + length))
                    .flatMap(exact -> exactly(exact).stream())
                    .findFirst();
        }

        private Optional<Found> exactly(Job exact) {
            return view.decide(new Command.Reserve(exact)) instanceof Decision.Accepted accepted
                    ? settled(exact, accepted.reservation())
                    : Optional.empty();
        }

        private LongStream ends(Reservation first) {
            long from = Math.max(there.ready(), view.now());
            Window window = new Window(from, Math.max(from + 1, Math.min(there.deadline(), from + FURTHEST)));
            return Stream.concat(
                            view.within(spot.pool().id(), window).stream().map(Reservation::window),
                            view.outages(spot.pool().id()).stream().map(Outage::window))
                    .mapToLong(Window::end)
                    .filter(end -> end > from)
                    .filter(end -> end != first.window().start())
                    .sorted()
                    .distinct();
        }
    }
}
