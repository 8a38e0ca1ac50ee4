package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
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
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link HostClearing} as it was at first: each cost is found to the end, and plans are tried on the hosts themselves, and undone.
 * Its plans must be the same.
 */
final class PlainClearing {
    // Chosen by measurement (decision 94): a few milliseconds for a job, whether a plan is found or not.
    /** Windows for which the cost of clearing each host is found; one is enough if there are many hosts. */
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

    private final List<List<Piece>> byHost = new ArrayList<>();
    private final UndoLog done = new UndoLog();
    private final Map<ReservationId, Placement> moved = new LinkedHashMap<>();
    private long looks;

    /**
     * For a job in a pool.
     *
     * @param waiting may go to other hosts, by start
     * @param allowed windows that are possible at all
     */
    PlainClearing(HostPool pool, Query query, Iterable<Reservation> waiting, Predicate<Window> allowed) {
        this(pool, query, waiting, allowed, null);
    }

    /** For a placement whose hosts and devices are settled. */
    static @Nullable Repacking around(HostPool pool, Placement settled, Iterable<Reservation> waiting) {
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
        PlainClearing clearing = new PlainClearing(pool, query, waiting, any -> true, settled);
        return clearing.carryOut(new Way(window, settled.servers(), 0));
    }

    private PlainClearing(
            HostPool pool,
            Query query,
            Iterable<Reservation> waiting,
            Predicate<Window> allowed,
            @Nullable Placement settled) {
        this.settled = settled;
        this.pool = pool;
        this.query = query;
        this.need = Need.of(query.slice(), pool.layout);
        this.duration = query.duration(pool.pool().rate());
        this.allowed = allowed;
        for (int i = 0; i < pool.hosts(); i++) {
            byHost.add(new ArrayList<>(0));
        }
        for (Reservation reservation : waiting) {
            Placement placement = reservation.placement();
            if (placement.window().start() >= query.deadline()) {
                break;
            }
            if (placement.window().end() > query.earliest()) {
                Need of = Need.of(placement.taken().slice(), pool.layout);
                for (int i = 0; i < placement.count(); i++) {
                    byHost.get(placement.servers().get(i))
                            .add(new Piece(reservation.id(), placement, i, of, pool.weight(of)));
                }
            }
        }
    }

    /** Parts that a waiting reservation has of one of its hosts. */
    private static final class Piece {
        private final ReservationId id;
        private final Placement placement;
        private final int index;
        private final Need need;
        /** The largest share of a host that it takes of any part. */
        private final long size;

        private boolean gone;

        Piece(ReservationId id, Placement placement, int index, Need need, long size) {
            this.size = size;
            this.id = id;
            this.placement = placement;
            this.index = index;
            this.need = need;
        }

        long bits() {
            return placement.taken().devices().bits(index);
        }

        Window window() {
            return placement.window();
        }
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
        for (long start : pool.leastBusy(need, query, latest, duration, STARTS)) {
            Window window = new Window(start, start + duration);
            if (isSpent()) {
                break;
            }
            if (allowed.test(window)) {
                addWays(window, ways);
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
        done.undo();
        byHost.forEach(pieces -> pieces.forEach(piece -> piece.gone = false));
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

    /** One host each, if the job takes one; else the hosts that are cheapest to clear together. */
    private void addWays(Window window, List<Way> ways) {
        long[] costs = new long[pool.hosts()];
        Arrays.fill(costs, -1);
        for (int i = costs.length - 1; i >= 0 && !isSpent(); i--) {
            costs[i] = cost(i, window, need, null, Long.MAX_VALUE);
            if (costs[i] >= 0 && query.servers() == 1) {
                ways.add(new Way(window, ServerSet.of(i), costs[i]));
            }
        }
        if (query.servers() == 1) {
            return;
        }
        int[] cheapest = IntStream.range(0, costs.length)
                .filter(i -> costs[i] >= 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> costs[i]))
                .limit(query.servers())
                .mapToInt(Integer::intValue)
                .toArray();
        if (cheapest.length == query.servers()) {
            long sum = Arrays.stream(cheapest).mapToLong(i -> costs[i]).sum();
            ways.add(new Way(window, ServerSet.of(cheapest), sum));
        }
    }

    /**
     * How much has to go from a host, as shares of it times their lengths; -1 if there is no room even so.
     *
     * @param below how large a piece may be that goes
     */
    private long cost(int host, Window window, Need wanted, @Nullable Piece but, long below) {
        look(1);
        ArrayDeque<Piece> going = new ArrayDeque<>();
        // A copy of so few steps costs less than to move all others of the host, and back.
        HostTimeline copy = new HostTimeline(pool.layout);
        copy.copy(pool.host(host), window);
        boolean room = clear(host, copy, window, wanted, but, below, going, null);
        long sum = 0;
        for (Piece piece : going) {
            piece.gone = false;
            sum += piece.size * piece.window().length() / 1000 + 1;
        }
        return room ? sum : -1;
    }

    private void change(Piece piece, int host, long bits, int sign, UndoLog log) {
        HostTimeline timeline = pool.host(host);
        timeline.add(piece.window(), piece.need, bits, sign);
        log.add(() -> timeline.add(piece.window(), piece.need, bits, -sign));
    }

    private @Nullable Placement take(Way way) {
        ArrayDeque<Piece> homeless = new ArrayDeque<>();
        ServerSet hosts = way.hosts();
        long[] bits = new long[hosts.size()];
        for (int i = 0; i < bits.length; i++) {
            int number = hosts.get(i);
            bits[i] = settled == null ? cleared(number, way.window(), homeless) : clearedForSettled(i, homeless);
            if (bits[i] == HostTimeline.NO_ROOM) {
                return null;
            }
            HostTimeline host = pool.host(number);
            long taken = bits[i];
            host.add(way.window(), need, taken, 1);
            done.add(() -> host.add(way.window(), need, taken, -1));
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

    private long cleared(int host, Window window, ArrayDeque<Piece> homeless) {
        return clear(host, pool.host(host), window, need, null, Long.MAX_VALUE, homeless, done)
                ? pool.host(host).devices(need, window)
                : HostTimeline.NO_ROOM;
    }

    /** Lets all go who wait on a host of the settled placement; its own devices, or {@link HostTimeline#NO_ROOM}. */
    private long clearedForSettled(int index, ArrayDeque<Piece> homeless) {
        Placement own = Objects.requireNonNull(settled);
        int host = own.servers().get(index);
        long bits = own.taken().devices().bits(index);
        for (Piece piece : byHost.get(host)) {
            if (!piece.gone
                    && piece.window().overlaps(own.window())
                    && !pool.host(host).isFree(need, bits, own.window())) {
                piece.gone = true;
                change(piece, host, piece.bits(), -1, done);
                homeless.add(piece);
            }
        }
        return pool.host(host).isFree(need, bits, own.window()) ? bits : HostTimeline.NO_ROOM;
    }

    /**
     * Lets some go who wait on a host until there is room for a need: at the first moment that lacks room the smallest that is
     * enough, or the largest if none is; and so on. Answers whether there is room then.
     *
     * @param timeline of the host, or a copy of the steps within the window
     * @param below how large a piece may be that goes
     * @param log of what was changed; null for a copy
     */
    private boolean clear(
            int host,
            HostTimeline timeline,
            Window window,
            Need wanted,
            @Nullable Piece but,
            long below,
            ArrayDeque<Piece> going,
            @Nullable UndoLog log) {
        while (true) {
            long lack = timeline.roomUntil(wanted, window.start(), window.end());
            if (lack == window.end()) {
                return true;
            }
            Piece best = null;
            boolean bestIsEnough = false;
            for (Piece piece : byHost.get(host)) {
                if (piece == but
                        || piece.gone
                        || piece.window().start() > lack
                        || piece.window().end() <= lack
                        || piece.size >= below) {
                    continue;
                }
                boolean enough = hasRoomWithout(piece, timeline, wanted, lack);
                if (best == null
                        || (enough && !bestIsEnough)
                        || (enough == bestIsEnough && (enough ? area(piece) < area(best) : area(piece) > area(best)))) {
                    best = piece;
                    bestIsEnough = enough;
                }
            }
            if (best == null || going.size() >= MOVES) {
                return false;
            }
            best.gone = true;
            if (log == null) {
                timeline.add(common(best.window(), window), best.need, best.bits(), -1);
            } else {
                change(best, host, best.bits(), -1, log);
            }
            going.add(best);
        }
    }

    private static boolean hasRoomWithout(Piece piece, HostTimeline timeline, Need wanted, long time) {
        if (!piece.need.whole()) {
            return timeline.hasRoomWithout(wanted, timeline.at(time), piece.need, piece.bits());
        }
        Window moment = new Window(time, time + 1);
        timeline.add(moment, piece.need, piece.bits(), -1);
        boolean enough = timeline.roomUntil(wanted, time, time + 1) > time;
        timeline.add(moment, piece.need, piece.bits(), 1);
        return enough;
    }

    /** The part of a window that lies within another; they overlap. */
    private static Window common(Window window, Window within) {
        return new Window(Math.max(window.start(), within.start()), Math.min(window.end(), within.end()));
    }

    private static long area(Piece piece) {
        return piece.size * (piece.window().length() / 1000 + 1);
    }

    /** Finds another host for one that went, or clears one. */
    private boolean settle(Piece piece, ArrayDeque<Piece> homeless) {
        Need wanted = piece.need;
        Placement now = moved.getOrDefault(piece.id, piece.placement);
        int host = pool.cheapest(pool::host, wanted, piece.window(), candidate -> !isAmong(candidate, now, piece));
        look(host >= 0 && pool.isFirstFit() ? host + 1 : pool.hosts());
        if (host < 0) {
            host = leastCost(piece, wanted, now);
            if (host < 0) {
                return false;
            }
            if (!clear(host, pool.host(host), piece.window(), wanted, piece, piece.size, homeless, done)) {
                return false;
            }
        }
        long bits = pool.host(host).devices(wanted, piece.window());
        if (bits == HostTimeline.NO_ROOM) {
            return false;
        }
        change(piece, host, bits, 1, done);
        moved.put(piece.id, at(now, piece, host, bits));
        return true;
    }

    /** Whether another of its servers is on a host already. */
    private static boolean isAmong(int host, Placement now, Piece piece) {
        int own = piece.placement.servers().get(piece.index);
        return host != own && now.servers().contains(host);
    }

    /** The host from which least has to go for one that went, all of it smaller than that one; -1 if there is none. */
    private int leastCost(Piece piece, Need wanted, Placement now) {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int i = pool.hosts() - 1; i >= 0 && !isSpent(); i--) {
            if (isAmong(i, now, piece)) {
                continue;
            }
            long cost = cost(i, piece.window(), wanted, piece, piece.size);
            if (cost >= 0 && cost < least) {
                least = cost;
                best = i;
            }
        }
        return best;
    }

    private static Placement at(Placement now, Piece piece, int host, long bits) {
        int own = piece.placement.servers().get(piece.index);
        Map<Integer, Long> byHost = new HashMap<>();
        for (int i = 0; i < now.count(); i++) {
            byHost.put(now.servers().get(i), now.taken().devices().bits(i));
        }
        byHost.remove(own);
        byHost.put(host, bits);
        int[] hosts =
                byHost.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
        long[] devices = Arrays.stream(hosts).mapToLong(byHost::get).toArray();
        return now.withServers(ServerSet.of(hosts)).withTaken(now.taken().withDevices(Devices.of(devices)));
    }
}
