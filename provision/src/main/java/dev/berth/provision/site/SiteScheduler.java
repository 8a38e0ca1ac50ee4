package dev.berth.provision.site;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A site that queues jobs by conservative backfilling, takes reservations, and advertises what it leaves free (singh,
 * section 4). A job gets a window as it is submitted, the earliest there is on free servers; so no job delays one that
 * came before. A window is never moved: a job that ends early leaves the rest of its window unused, and none goes on
 * beyond it.
 *
 * <p>Servers are taken from the first free windows, by their start, then by their end, then by their number: singh's
 * "first slot or set of slots that can execute the task".
 */
public final class SiteScheduler {
    private final int servers;
    private final long day;
    private final UnitCost unitCost;
    private final Money fixedCost;
    private final FreeWindows free;
    private long now;

    /**
     * An empty site at time 0.
     *
     * @param day the horizon is a whole number of these ahead; singh has 24 hours
     */
    public SiteScheduler(int servers, long day, UnitCost unitCost, Money fixedCost) {
        this(servers, day, unitCost, fixedCost, FreeWindows.all(new Pool("site", servers, "1").servers()), 0);
        if (day < 1) {
            throw new BadValue("day", day, "must be 1 or more, and the horizon a whole number of days");
        }
    }

    /** With singh's tariff: 1 for a server for a unit of time. */
    public SiteScheduler(int servers, long day) {
        this(servers, day, UnitCost.ONE, Money.ZERO);
    }

    private SiteScheduler(int servers, long day, UnitCost unitCost, Money fixedCost, FreeWindows free, long now) {
        this.servers = servers;
        this.day = day;
        this.unitCost = unitCost;
        this.fixedCost = fixedCost;
        this.free = free;
        this.now = now;
    }

    /** The same site, to go on with by itself. */
    public SiteScheduler copy() {
        return new SiteScheduler(servers, day, unitCost, fixedCost, free.copy(), now);
    }

    public int servers() {
        return servers;
    }

    public long now() {
        return now;
    }

    /** Time goes on. */
    public void advance(long to) {
        if (to < now) {
            throw new BadValue("time", to, "must not be before now, " + now);
        }
        now = to;
        free.forgetBefore(to);
    }

    /** Queues a job: it gets the earliest window that is free. */
    public Granted submit(int wanted, long runTime) {
        check(wanted);
        if (runTime < 1 || runTime > Window.FOREVER / 2) {
            throw new BadValue("run time", runTime, "must be 1 or more");
        }
        long start = free.earliest(wanted, runTime);
        return reserve(new Window(start, start + runTime), wanted)
                .orElseThrow(() -> new IllegalStateException("free at " + start + ", and not free"));
    }

    /** Takes servers for exactly this window, if this many are free all through it. */
    public Optional<Granted> reserve(Window window, int wanted) {
        check(wanted);
        if (window.start() < now) {
            throw new BadValue("start", window.start(), "must not be before now, " + now);
        }
        BitSet taken = free.take(window.start(), window.end(), wanted);
        return taken == null ? Optional.empty() : Optional.of(new Granted(window, taken));
    }

    private void check(int wanted) {
        if (wanted < 1 || wanted > servers) {
            throw new BadValue("servers", wanted, "must be from 1 to " + servers);
        }
    }

    /** Gives back what is left of a window. */
    public void release(Granted granted) {
        if (granted.end() > now) {
            free.give(Math.max(now, granted.start()), granted.end(), granted.servers());
        }
    }

    /** Until when the site advertises: strictly after all reservations, whole days ahead. */
    public long horizon() {
        return advert().horizon(free.windows());
    }

    /**
     * What the site advertises now, by start. Slots that a reservation follows are to be had as a whole only; those at the
     * horizon in parts, and beyond it.
     */
    public List<Slot> slots() {
        return advert().slots(free.windows());
    }

    private Advert advert() {
        return new Advert(now, day, Window.FOREVER, unitCost, fixedCost, true);
    }
}
