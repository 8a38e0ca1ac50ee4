package dev.berth.service.workflow;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.provision.site.FreeWindow;
import dev.berth.site.View;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Availability of a site's servers, as machines to plan on. A pool's servers are not named before they start, so the machines are
 * not servers: machine k of a pool is free whenever at least k servers are. A plan on these machines never takes more servers of
 * a pool than are free, and that is all a late-bound calendar asks for.
 *
 * <p>Counting does not suffice where servers are named ahead: in a pool with outages still to begin, or under a calendar
 * that names servers anyway. There the machines are the servers, with what they are to have in the current book. The book
 * names servers by its own rules, though, and may still refuse a plan.
 *
 * <p>Data lies on shared storage: the time to move it from one task to the next depends on their pools alone, even if both run
 * on the same server.
 */
public final class Availability {
    /** Planning takes time for each machine, and few workflows are wider than this. */
    public static final int MOST_MACHINES = 200;

    private final List<Pool> pools;
    /** For each pool; found out when it is needed, because it may take long. */
    private final List<Supplier<List<FreeSteps>>> free;

    private final int[] count;
    private final Window window;
    /** Reservations of the machines, if these are servers that a plan holds; otherwise empty. */
    private final List<ReservationId> held;

    Availability(
            List<Pool> pools,
            List<Supplier<List<FreeSteps>>> free,
            int[] count,
            Window window,
            List<ReservationId> held) {
        this.pools = pools;
        this.free = free;
        this.count = count;
        this.window = window;
        this.held = List.copyOf(held);
    }

    /** Whether the machines are servers that a plan holds. */
    boolean isHeld() {
        return !held.isEmpty();
    }

    /** Reservation of a machine that a plan holds. */
    ReservationId reservation(int machine) {
        return held.get(machine);
    }

    /**
     * Difference to the current book: servers of a pool that become free before anything is booked, or that are taken if
     * {@code servers} is negative.
     *
     * @param reservation whose servers these are
     */
    public record Difference(PoolId pool, Window window, int servers, ReservationId reservation) {}

    /**
     * Reads what is free within a window, from now on. To be called with the view at hand, and quick: all
     * that takes time is left to {@link #machines}.
     *
     * @param names the pools to plan on; empty for all
     */
    public static Availability read(View view, List<String> names, Window window, List<Difference> differences) {
        return read(view, names, window, differences, MOST_MACHINES);
    }

    /** The same with every server of the pools. */
    public static Availability readAll(View view, List<String> names, Window window) {
        return read(view, names, window, List.of(), Integer.MAX_VALUE);
    }

    private static Availability read(
            View view, List<String> names, Window window, List<Difference> differences, int mostMachines) {
        Window ahead = new Window(Math.max(window.start(), view.now()), Math.max(window.end(), view.now() + 1));
        List<Pool> pools = view.pools().stream()
                .filter(pool -> names.isEmpty() || names.contains(pool.id().name()))
                .sorted(Comparator.comparing(Pool::rate).reversed())
                .toList();
        int[] count = shares(pools, mostMachines);
        boolean named = Calendars.create(view.policy()).namesServers();
        List<Supplier<List<FreeSteps>>> free = new ArrayList<>();
        for (int at = 0; at < count.length; at++) {
            PoolId pool = pools.get(at).id();
            List<Difference> here = differences.stream()
                    .filter(each -> each.pool().equals(pool) && each.window().overlaps(ahead))
                    .toList();
            boolean outagesAhead = view.outages(pool).stream()
                    .anyMatch(outage -> outage.window().start() > view.now()
                            && outage.window().start() < ahead.end());
            if (named || outagesAhead || view.hasBound(pool)) {
                free.add(once(servers(view, pool, count[at], ahead, here)));
            } else {
                List<FreeSteps> counted = List.of(counted(view, pool, ahead, here));
                free.add(() -> counted);
            }
        }
        return new Availability(pools, free, count, ahead, List.of());
    }

    private static FreeSteps counted(View view, PoolId pool, Window ahead, List<Difference> differences) {
        FreeSteps steps = new FreeSteps();
        view.freeServers(pool, ahead, steps::add);
        differences.forEach(each -> steps.change(each.window().from(ahead.start()), each.servers()));
        return steps;
    }

    private static <T> Supplier<T> once(Supplier<T> found) {
        return new Supplier<>() {
            private @Nullable T known;

            @Override
            public synchronized T get() {
                T value = known;
                if (value == null) {
                    value = found.get();
                    known = value;
                }
                return value;
            }
        };
    }

    /** Free times of each of the first servers: the book is read now, the times are computed when they are asked for. */
    private static Supplier<List<FreeSteps>> servers(
            View view, PoolId pool, int count, Window ahead, List<Difference> differences) {
        List<Outage> outages = List.copyOf(view.outages(pool));
        List<Reservation> inside = view.within(pool, ahead);
        Supplier<Map<ReservationId, ServerSet>> handout = view.handout(pool);
        return () -> servers(outages, inside, handout.get(), count, ahead, differences);
    }

    private static List<FreeSteps> servers(
            List<Outage> outages,
            List<Reservation> inside,
            Map<ReservationId, ServerSet> named,
            int count,
            Window ahead,
            List<Difference> differences) {
        List<FreeSteps> servers = new ArrayList<>();
        for (int server = 0; server < count; server++) {
            FreeSteps steps = new FreeSteps();
            steps.add(ahead.start(), 1);
            servers.add(steps);
        }
        for (Outage outage : outages) {
            take(servers, ServerSet.of(outage.server()), outage.window(), ahead, -1);
        }
        for (Reservation reservation : inside) {
            take(servers, named.getOrDefault(reservation.id(), ServerSet.EMPTY), reservation.window(), ahead, -1);
        }
        for (Difference each : differences) {
            take(
                    servers,
                    named.getOrDefault(each.reservation(), ServerSet.EMPTY),
                    each.window(),
                    ahead,
                    each.servers());
        }
        return servers;
    }

    private static void take(List<FreeSteps> servers, ServerSet set, Window window, Window ahead, int by) {
        if (window.overlaps(ahead)) {
            set.forEach(server -> {
                if (server < servers.size()) {
                    servers.get(server).change(window.from(ahead.start()), by);
                }
            });
        }
    }

    /** One machine for each pool in turn, the fastest first, while there are servers and machines left. */
    static int[] shares(List<Pool> pools, int most) {
        int[] shares = new int[pools.size()];
        int left = most;
        boolean more = true;
        while (more) {
            more = false;
            for (int pool = 0; pool < shares.length && left > 0; pool++) {
                if (shares[pool] < pools.get(pool).servers()) {
                    shares[pool]++;
                    left--;
                    more = true;
                }
            }
        }
        return shares;
    }

    /** How often what is free changes, in all pools together. */
    public long changes() {
        return free.stream()
                .flatMap(each -> each.get().stream())
                .mapToLong(FreeSteps::size)
                .sum();
    }

    /** When how many servers of a pool are free, by start; what never ends goes on to the end of the window. */
    public List<FreeWindow> freeWindows(int pool) {
        SortedMap<Window, Integer> windows =
                new TreeMap<>(Comparator.comparingLong(Window::start).thenComparingLong(Window::end));
        free.get(pool)
                .get()
                .forEach(steps -> steps.free(window, (when, servers) -> windows.merge(when, servers, Integer::sum)));
        return windows.entrySet().stream()
                .map(each -> new FreeWindow(each.getKey().start(), each.getKey().end(), each.getValue()))
                .toList();
    }

    public List<Pool> pools() {
        return pools;
    }

    public Window window() {
        return window;
    }

    /**
     * The machines, those of the fastest pool first. After them comes one for each pool on which nothing can ever start:
     * what has happened is told to have happened there.
     */
    public Machines machines(Link between, Link within) {
        List<Machine> machines = new ArrayList<>();
        List<List<Window>> busy = new ArrayList<>();
        List<Integer> groups = new ArrayList<>();
        for (int pool = 0; pool < count.length; pool++) {
            String name = pools.get(pool).id().name();
            Rate rate = pools.get(pool).rate();
            // One for all of the pool's machines, or one for each.
            List<FreeSteps> steps = free.get(pool).get();
            int share = count[pool] / Math.max(1, steps.size());
            steps.forEach(each -> busy.addAll(each.busy(share, window)));
            for (int machine = 1; machine <= count[pool]; machine++) {
                machines.add(new Machine(name + "#" + machine, rate));
                groups.add(pool);
            }
        }
        for (int pool = 0; pool < count.length; pool++) {
            machines.add(new Machine(
                    pools.get(pool).id().name() + "#past", pools.get(pool).rate()));
            busy.add(List.of(new Window(0, Window.FOREVER)));
            groups.add(pool);
        }
        Link[][] links = new Link[count.length][count.length];
        Link[] self = new Link[count.length];
        for (int pool = 0; pool < count.length; pool++) {
            Arrays.fill(links[pool], between);
            links[pool][pool] = within;
            self[pool] = within;
        }
        return Machines.grouped(
                        machines, groups.stream().mapToInt(group -> group).toArray(), links, self)
                .withBusy(busy);
    }

    /** The pool of a machine. */
    public Pool pool(int machine) {
        int at = machine;
        for (int pool = 0; pool < count.length; pool++) {
            if (at < count[pool]) {
                return pools.get(pool);
            }
            at -= count[pool];
        }
        return pools.get(at);
    }

    /** The machine on which what has run in a pool is told to have run. */
    public int past(String pool) {
        int machines = Arrays.stream(count).sum();
        for (int at = 0; at < pools.size(); at++) {
            if (pools.get(at).id().name().equals(pool)) {
                return machines + at;
            }
        }
        throw new IllegalArgumentException("pool " + pool + " is not among those planned on");
    }
}
