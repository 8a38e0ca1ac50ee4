package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.calendar.Waiting;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for a job that no host can take: clears hosts for its window, and those who wait there go to other hosts at their own
 * times. One that finds no room there clears a host in turn. Nobody goes twice, so this comes to an end. Windows and hosts with
 * the fewest to go are tried first. Leaves the pool as it was.
 *
 * <p>It finds plans; it does not prove that there are none. To decide that is NP-complete (bin packing).
 */
final class HostClearing {
    // Chosen by measurement (decisions 94 and 106): a few milliseconds for a job, whether a plan is found or not.
    /** Windows for which the cost of clearing each host is found; fewer if there are many hosts. */
    private static final int STARTS = 8;

    /** Windows and hosts that are tried, the cheapest first. */
    private static final int TRIES = 12;

    /** Reservations that may go for one job. */
    private static final int MOVES = 32;

    /** Hosts whose cost may be found before plans are carried out, and again while they are. */
    private static final long LOOKS = 300;

    /** Hosts that are asked for room in about the time in which the cost of one is found. */
    private static final int SEEN_AT_A_STEP = 8;

    private final HostPool pool;
    private final Query query;
    private final Need need;
    private final long duration;
    private final Predicate<Window> allowed;
    /** Devices that a settled placement has already; null if they are chosen here. */
    private final @Nullable Placement settled;

    private final HostPieces pieces;
    private final TrialHosts trial;
    private final HostCosts costs;
    private final Map<ReservationId, Placement> moved = new LinkedHashMap<>();
    private long looks;

    /**
     * For a job in a pool.
     *
     * @param waiting may go to other hosts
     * @param allowed windows that are possible at all
     */
    HostClearing(HostPool pool, Query query, Waiting waiting, Predicate<Window> allowed) {
        this(pool, query, waiting, allowed, null);
    }

    /** For a placement whose hosts and devices are settled. */
    static @Nullable Repacking around(HostPool pool, Placement settled, Waiting waiting) {
        Window window = settled.window();
        Query query = new Query(
                window.start(),
                window.start(),
                window.end(),
                new Shape.Stay(settled.count(), window.length()),
                settled.count(),
                Query.ANY_POOL,
                settled.taken().slice(),
                Amounts.NONE);
        HostClearing clearing = new HostClearing(pool, query, waiting, any -> true, settled);
        return clearing.carryOut(new Way(window, settled.servers(), 0));
    }

    private HostClearing(
            HostPool pool, Query query, Waiting waiting, Predicate<Window> allowed, @Nullable Placement settled) {
        this.settled = settled;
        this.pool = pool;
        this.query = query;
        this.need = Need.of(query.slice(), pool.layout);
        this.duration = query.duration(pool.pool().rate());
        this.allowed = allowed;
        this.pieces = new HostPieces(pool, query.earliest(), query.deadline(), waiting);
        this.trial = new TrialHosts(pool, pieces.period());
        this.costs = new HostCosts(pieces, trial, MOVES);
    }

    /** A window, the hosts that would be cleared for it, and how many would have to go. */
    private record Way(Window window, ServerSet hosts, long cost) {}

    @Nullable
    Repacking find() {
        long latest = query.deadline() - duration;
        if (latest < query.earliest()
                || query.servers() > pool.hosts()
                || pool.pool().parts().tooSmall(query.slice()) != null) {
            return null;
        }
        List<Way> ways = new ArrayList<>();
        Cheapest tried = new Cheapest(TRIES);
        for (long start : pool.leastBusy(need, query, latest, duration, STARTS)) {
            Window window = new Window(start, start + duration);
            if (isSpent()) {
                break;
            }
            if (allowed.test(window)) {
                if (query.servers() == 1) {
                    addWays(window, tried, ways);
                } else {
                    addWayTogether(window, ways);
                }
            }
        }
        looks = 0;
        ways.sort(Comparator.comparingLong(Way::cost)
                .thenComparingLong(way -> way.window().start()));
        for (Way way : ways.subList(0, Math.min(TRIES, ways.size()))) {
            Repacking found = carryOut(way);
            if (found != null || isSpent()) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Repacking carryOut(Way way) {
        Placement placement = take(way);
        Repacking found = placement == null ? null : new Repacking(placement, Map.copyOf(moved));
        costs.reset();
        moved.clear();
        return found;
    }

    private boolean isSpent() {
        return looks > LOOKS || pool.effort.isSpent();
    }

    private void look(int hosts) {
        looks += 1 + hosts / SEEN_AT_A_STEP;
        pool.effort.spend(1 + hosts / SEEN_AT_A_STEP);
    }

    /** Each host alone, as far as it may be among those that are tried; from the last one on, which is the emptiest under most rules. */
    private void addWays(Window window, Cheapest tried, List<Way> ways) {
        for (int i = pool.hosts() - 1; i >= 0 && !isSpent(); i--) {
            look(1);
            // A host as cheap as the dearest of them comes before it if its window does.
            long cost = costs.of(i, window, need, null, Long.MAX_VALUE, tried.dearest());
            if (cost != HostCosts.NONE) {
                tried.add(cost);
                ways.add(new Way(window, ServerSet.of(i), cost));
            }
        }
    }

    /** The hosts that are cheapest to clear together. */
    private void addWayTogether(Window window, List<Way> ways) {
        Cheapest together = new Cheapest(query.servers());
        long[] byHost = new long[pool.hosts()];
        Arrays.fill(byHost, HostCosts.NONE);
        for (int i = byHost.length - 1; i >= 0 && !isSpent(); i--) {
            look(1);
            byHost[i] = costs.of(i, window, need, null, Long.MAX_VALUE, together.dearest());
            if (byHost[i] != HostCosts.NONE) {
                together.add(byHost[i]);
            }
        }
        int[] cheapest = IntStream.range(0, byHost.length)
                .filter(i -> byHost[i] != HostCosts.NONE)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> byHost[i]))
                .limit(query.servers())
                .mapToInt(Integer::intValue)
                .toArray();
        if (cheapest.length == query.servers()) {
            long sum = Arrays.stream(cheapest).mapToLong(i -> byHost[i]).sum();
            ways.add(new Way(window, ServerSet.of(cheapest), sum));
        }
    }

    private @Nullable Placement take(Way way) {
        ArrayDeque<HostPiece> homeless = new ArrayDeque<>();
        ServerSet hosts = way.hosts();
        long[] bits = new long[hosts.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = settled == null
                    ? cleared(hosts.get(i), way.window(), homeless)
                    : clearedForSettled(settled, i, homeless);
            if (bits[i] == HostTimeline.NO_ROOM) {
                return null;
            }
            trial.change(hosts.get(i), way.window(), need, bits[i], 1);
        }
        for (int moves = homeless.size(); !homeless.isEmpty(); ) {
            if (moves > MOVES || isSpent()) {
                return null;
            }
            int before = homeless.size();
            if (!settle(homeless.remove(), homeless)) {
                return null;
            }
            moves += homeless.size() - before + 1;
        }
        return new Placement(
                pool.pool().id(),
                hosts.size(),
                way.window(),
                hosts,
                Taken.of(query.slice(), need.takesDevices() ? Devices.of(bits) : Devices.NONE, Amounts.NONE));
    }

    private long cleared(int host, Window window, ArrayDeque<HostPiece> homeless) {
        return costs.clear(host, window, need, null, Long.MAX_VALUE, homeless)
                ? trial.at(host).devices(need, window)
                : HostTimeline.NO_ROOM;
    }

    /** Lets all go who wait on a host of the settled placement; its own devices, or {@link HostTimeline#NO_ROOM}. */
    private long clearedForSettled(Placement own, int index, ArrayDeque<HostPiece> homeless) {
        int host = own.servers().get(index);
        long bits = own.taken().devices().bits(index);
        for (HostPiece piece = pieces.on(host); piece != null; piece = piece.next) {
            if (!piece.gone && piece.overlaps(own.window()) && !trial.at(host).isFree(need, bits, own.window())) {
                costs.leave(piece, host);
                homeless.add(piece);
            }
        }
        return trial.at(host).isFree(need, bits, own.window()) ? bits : HostTimeline.NO_ROOM;
    }

    /** Finds another host for one that went, or clears one. */
    private boolean settle(HostPiece piece, ArrayDeque<HostPiece> homeless) {
        Placement now = moved.getOrDefault(piece.id, piece.placement);
        int host = trial.cheapest(piece.need, piece.window(), candidate -> !isAmong(candidate, now, piece));
        look(host >= 0 && pool.isFirstFit() ? host + 1 : pool.hosts());
        if (host < 0) {
            host = leastCost(piece, now);
            if (host < 0 || !costs.clear(host, piece.window(), piece.need, piece, piece.size, homeless)) {
                return false;
            }
        }
        long bits = trial.at(host).devices(piece.need, piece.window());
        if (bits == HostTimeline.NO_ROOM) {
            return false;
        }
        trial.change(host, piece.window(), piece.need, bits, 1);
        moved.put(piece.id, at(now, piece, host, bits));
        return true;
    }

    /** Whether another of its servers is on a host already. */
    private static boolean isAmong(int host, Placement now, HostPiece piece) {
        return host != piece.host() && now.servers().contains(host);
    }

    /** The host from which least has to go for one that went, all of it smaller than that one; -1 if there is none. */
    private int leastCost(HostPiece piece, Placement now) {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int i = pool.hosts() - 1; i >= 0 && !isSpent(); i--) {
            if (isAmong(i, now, piece)) {
                continue;
            }
            look(1);
            long cost = costs.of(i, piece.window(), piece.need, piece, piece.size, least - 1);
            if (cost != HostCosts.NONE) {
                least = cost;
                best = i;
            }
        }
        return best;
    }

    private static Placement at(Placement now, HostPiece piece, int host, long bits) {
        Map<Integer, Long> byHost = new HashMap<>();
        for (int i = 0; i < now.count(); i++) {
            byHost.put(now.servers().get(i), now.taken().devices().bits(i));
        }
        byHost.remove(piece.host());
        byHost.put(host, bits);
        int[] hosts =
                byHost.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
        long[] devices = Arrays.stream(hosts).mapToLong(byHost::get).toArray();
        return now.withServers(ServerSet.of(hosts)).withTaken(now.taken().withDevices(Devices.of(devices)));
    }
}
