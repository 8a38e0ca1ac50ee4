package dev.berth.service.workflow;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.service.site.View;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What a site has free, as machines to plan on. A pool's servers are not named before they start, so the machines are
 * not servers: machine k of a pool is free whenever at least k servers are. A plan on these machines takes at no time
 * more servers of a pool than are free, and that is all a late-bound calendar asks for. A calendar that names servers,
 * or one with outages ahead, may still refuse it.
 *
 * <p>Data lies on storage that all share: what it takes from one task to the next depends on their pools alone, also if
 * both should come to run on the same server.
 */
public final class Availability {
    /** Planning takes time for each machine, and few workflows are wider than this. */
    public static final int MOST_MACHINES = 200;

    private final List<Pool> pools;
    private final List<Steps> free;
    private final int[] count;
    private final Window window;

    private Availability(List<Pool> pools, List<Steps> free, int[] count, Window window) {
        this.pools = pools;
        this.free = free;
        this.count = count;
        this.window = window;
    }

    /** What is to become free in a pool before anything is booked, or to be taken if {@code servers} is below 0. */
    public record Difference(PoolId pool, Window window, int servers) {}

    /**
     * Reads what is free within a window, from now on. To be called with the view at hand, and quick: all
     * that takes time is left to {@link #machines}.
     *
     * @param names the pools to plan on; empty for all
     */
    public static Availability read(View view, List<String> names, Window window, List<Difference> differences) {
        Window ahead = new Window(Math.max(window.start(), view.now()), Math.max(window.end(), view.now() + 1));
        List<Pool> pools = view.pools().stream()
                .filter(pool -> names.isEmpty() || names.contains(pool.id().name()))
                .sorted(Comparator.comparing(Pool::rate).reversed())
                .toList();
        List<Steps> free = new ArrayList<>();
        for (Pool pool : pools) {
            Steps steps = new Steps();
            view.freeServers(pool.id(), ahead, steps::add);
            for (Difference each : differences) {
                if (each.pool().equals(pool.id()) && each.window().overlaps(ahead)) {
                    steps.change(each.window().from(ahead.start()), each.servers());
                }
            }
            free.add(steps);
        }
        return new Availability(pools, free, shares(pools, MOST_MACHINES), ahead);
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
            busy.addAll(free.get(pool).busy(count[pool], window));
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
