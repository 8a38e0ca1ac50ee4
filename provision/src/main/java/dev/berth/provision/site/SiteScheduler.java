package dev.berth.provision.site;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A site that queues jobs by conservative backfilling, takes reservations, and advertises what it leaves free (singh,
 * section 4). A job gets a window as it is submitted, the earliest at which enough servers are free; so no job delays one
 * that came before. A window is never moved: a job that ends early leaves the rest of its window unused, and none goes on
 * beyond it.
 *
 * <p>Servers are counted, by the calendar {@code earliest} that serves users, and settled when a window starts. But slots are
 * windows of certain servers; so each window is put on servers until then: from the first free windows, by their start, then
 * by their end, then by number, singh's "first slot or set of slots that can execute the task". If enough servers are free at
 * every moment of a window but not the same ones, all that wait are put on servers anew, in the order of their start. {@link
 * #naming} gives a site that does not count.
 */
public final class SiteScheduler implements JobQueue {
    private final Pool pool;
    private final long day;
    private final UnitCost unitCost;
    private final Money fixedCost;
    private final Calendar calendar = Calendars.create("earliest");
    private final boolean named;
    private FreeWindows free;
    /** The servers of each window that has not ended; those of one that has started stay. */
    private final TreeMap<Granted, BitSet> assigned =
            new TreeMap<>(Comparator.comparingLong(Granted::start).thenComparingLong(Granted::number));

    private long granted;
    private long now;

    /**
     * An empty site at time 0.
     *
     * @param day the horizon is a whole number of these ahead; singh has 24 hours
     */
    public SiteScheduler(int servers, long day, UnitCost unitCost, Money fixedCost) {
        this(servers, day, unitCost, fixedCost, false);
    }

    private SiteScheduler(int servers, long day, UnitCost unitCost, Money fixedCost, boolean named) {
        if (day < 1) {
            throw new BadValue("day", day, "must be 1 or more, and the horizon a whole number of days");
        }
        this.pool = new Pool("site", servers, "1");
        this.day = day;
        this.unitCost = unitCost;
        this.fixedCost = fixedCost;
        this.named = named;
        this.free = FreeWindows.all(servers);
        calendar.addServers(pool, 0, servers, 0);
    }

    /** With singh's tariff: 1 for a server for a unit of time. */
    public SiteScheduler(int servers, long day) {
        this(servers, day, UnitCost.ONE, Money.ZERO);
    }

    /**
     * With singh's tariff, and with servers named as a job is submitted: it waits until the same servers are free for all of
     * its run time, as the text of section 4 has it. A site that counts its servers starts it earlier.
     */
    public static SiteScheduler naming(int servers, long day) {
        return new SiteScheduler(servers, day, UnitCost.ONE, Money.ZERO, true);
    }

    public int servers() {
        return pool.servers();
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public void advance(long to) {
        if (to < now) {
            throw new BadValue("time", to, "must not be before now, " + now);
        }
        now = to;
        assigned.keySet().removeIf(one -> one.end() <= to);
        free.forgetBefore(to);
        calendar.forget(to);
    }

    /** Queues a job: it gets the earliest window that is free. */
    public Granted submit(int wanted, long runTime) {
        check(wanted);
        if (runTime < 1 || runTime > Window.FOREVER / 2) {
            throw new BadValue("run time", runTime, "must be 1 or more");
        }
        return grant(new Window(now, Window.FOREVER), wanted, runTime)
                .orElseThrow(() -> new IllegalStateException("the end of time is not free"));
    }

    /** Queues a job; empty if it is wider than the site. */
    @Override
    public Optional<Granted> queue(int servers, long runTime) {
        return servers > pool.servers() ? Optional.empty() : Optional.of(submit(servers, runTime));
    }

    /** Takes servers for exactly this window, if this many are free at every moment of it. */
    public Optional<Granted> reserve(Window window, int wanted) {
        check(wanted);
        if (window.start() < now) {
            throw new BadValue("start", window.start(), "must not be before now, " + now);
        }
        return grant(window, wanted, window.length());
    }

    private Optional<Granted> grant(Window within, int wanted, long time) {
        return named ? grantNamed(within, wanted, time) : grantCounted(within, wanted, time);
    }

    /** At the first time at which as many servers become free as stay free for that long. */
    private Optional<Granted> grantNamed(Window within, int wanted, long time) {
        List<Long> starts = new ArrayList<>(List.of(within.start()));
        free.windows().stream()
                .map(FreeWindow::start)
                .filter(start -> start > within.start() && start <= within.end() - time)
                .distinct()
                .forEach(starts::add);
        for (long start : starts) {
            BitSet servers = free.take(start, start + time, wanted);
            if (servers != null) {
                Granted one = new Granted(granted++, new Window(start, start + time), wanted);
                assigned.put(one, servers);
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    private Optional<Granted> grantCounted(Window within, int wanted, long time) {
        Shape shape = new Shape.Rigid(wanted, new Work(time));
        Placement found = calendar.find(new Query(now, within.start(), within.end(), shape, wanted, Query.ANY_POOL));
        if (found == null) {
            return Optional.empty();
        }
        calendar.book(found);
        Granted one = new Granted(granted++, found.window(), wanted);
        BitSet servers = free.take(one.start(), one.end(), wanted);
        assigned.put(one, servers == null ? new BitSet() : servers);
        if (servers == null) {
            assignAnew();
        }
        return Optional.of(one);
    }

    /**
     * Reassigns the servers of all windows that have not started, in the order of their start. This order always succeeds,
     * because enough servers are free at every moment.
     */
    private void assignAnew() {
        List<List<Window>> busy = new ArrayList<>();
        for (int server = 0; server < pool.servers(); server++) {
            busy.add(new ArrayList<>());
        }
        Granted first = new Granted(-1, new Window(now, now + 1), 0);
        assigned.headMap(first)
                .forEach((one, servers) ->
                        servers.stream().forEach(server -> busy.get(server).add(one.window())));
        free = FreeWindows.leftBy(busy, now);
        assigned.tailMap(first)
                .replaceAll((one, servers) -> Objects.requireNonNull(
                        free.take(one.start(), one.end(), one.servers()), "there are enough at every moment"));
    }

    /** The servers that a window is put on now. */
    BitSet servers(Granted one) {
        return (BitSet) assigned.getOrDefault(one, new BitSet()).clone();
    }

    private void check(int wanted) {
        if (wanted < 1 || wanted > pool.servers()) {
            throw new BadValue("servers", wanted, "must be from 1 to " + pool.servers());
        }
    }

    /** Gives back what is left of a window. */
    public void release(Granted one) {
        BitSet servers = assigned.remove(one);
        if (servers != null) {
            Window left = new Window(Math.max(now, one.start()), one.end());
            free.give(left.start(), left.end(), servers);
            if (!named) {
                calendar.release(new Placement(pool.id(), one.servers(), left, ServerSet.EMPTY));
            }
        }
    }

    /** Until when the site advertises: strictly after all reservations, whole days ahead. */
    public long horizon() {
        return advert().horizon(free.windows());
    }

    /**
     * Slots that the site advertises now, by start. A slot that ends at a reservation can only be taken whole; one that ends
     * at the horizon can be taken in parts, and beyond the horizon.
     */
    public List<Slot> slots() {
        return advert().slots(free.windows());
    }

    private Advert advert() {
        return new Advert(now, day, Window.FOREVER, unitCost, fixedCost, true);
    }
}
