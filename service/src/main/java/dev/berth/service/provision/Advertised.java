package dev.berth.service.provision;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Window;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.site.Advert;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.service.workflow.Availability;
import dev.berth.site.View;
import dev.berth.workflow.model.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Slots that a site advertises: the free windows of its pools, at the prices that their tariffs have for bookings made now,
 * without the surcharge for a busy pool. Each pool is what singh calls a site. Servers are bound late, so a slot needs
 * enough free servers, not particular ones; see {@link SlotAvailability}.
 */
public final class Advertised {
    public static final long DAY = Duration.ofDays(1).toMillis();

    private static final long FURTHEST = 10_000 * DAY;
    /** This many changes of what is free are looked at, if there are as many, and some more. */
    private static final long ENOUGH = 5_000;

    private final Availability free;
    private final Map<PoolId, Tariff> tariffs;
    private final long now;
    /** Pools that are looked at; all if it is empty. */
    private final List<String> names;

    private final long from;
    private final long made;

    private Advertised(
            Availability free, Map<PoolId, Tariff> tariffs, long now, List<String> names, long from, long made) {
        this.made = made;
        this.free = free;
        this.now = now;
        this.tariffs = tariffs;
        this.names = List.copyOf(names);
        this.from = from;
    }

    /**
     * Reads what is free from a time on. To be called with the view at hand, and quick.
     *
     * @param names the pools; empty for all
     */
    public static Advertised read(View view, List<String> names, long from) {
        Availability free = asFarAsItTakes(view, names, from);
        Map<PoolId, Tariff> tariffs = new HashMap<>();
        free.pools().forEach(pool -> view.tariff(pool.id()).ifPresent(tariff -> tariffs.put(pool.id(), tariff)));
        return new Advertised(
                free, tariffs, view.now(), List.of(), free.window().start(), view.now());
    }

    /** The same of some pools, or all if there are no names, and from a later time on. */
    Advertised only(List<String> wanted, long later) {
        return new Advertised(free, tariffs, now, wanted, Math.max(from, later), made);
    }

    /** The same with the time by the clock, which the book may be behind. */
    Advertised madeAt(long time) {
        return new Advertised(free, tariffs, now, names, from, time);
    }

    /** When it was made: what has been booked since is still in it. */
    public long made() {
        return made;
    }

    /** Whether the site still has the pools of which this is. */
    boolean isOf(View view) {
        return Set.copyOf(free.pools()).equals(Set.copyOf(view.pools()));
    }

    /** A book can be full for years, and those who write wait meanwhile. */
    private static Availability asFarAsItTakes(View view, List<String> names, long from) {
        for (long ahead = DAY; ahead <= FURTHEST; ahead *= 8) {
            Availability free = Availability.readAll(view, names, new Window(from, from + ahead));
            if (free.changes() >= ENOUGH) {
                return free;
            }
        }
        return Availability.readAll(view, names, new Window(from, Window.FOREVER));
    }

    public List<Pool> pools() {
        return free.pools().stream().filter(this::isWanted).toList();
    }

    private boolean isWanted(Pool pool) {
        return names.isEmpty() || names.contains(pool.id().name());
    }

    /** The slots of all pools, by start. */
    public List<Offered> slots(boolean wholeGaps) {
        List<Offered> slots = new ArrayList<>();
        int site = 0;
        for (int index = 0; index < free.pools().size(); index++) {
            Pool pool = free.pools().get(index);
            if (isWanted(pool)) {
                UnitCost unitCost = UnitCost.at(Optional.ofNullable(tariffs.get(pool.id())), pool.rate(), now);
                Advert advert =
                        new Advert(free.window().start(), DAY, free.window().end(), unitCost, Money.ZERO, wholeGaps);
                for (Slot slot : advert.slots(free.freeWindows(index))) {
                    if (slot.latestEnd() > from) {
                        slots.add(new Offered(site, slot.from(from, DAY)));
                    }
                }
                site++;
            }
        }
        slots.sort(Comparator.comparingLong(offered -> offered.slot().start()));
        return slots;
    }

    /**
     * Some of these slots to choose from.
     *
     * @param transfer from one pool to another
     */
    public dev.berth.provision.plan.SlotAvailability toChooseFrom(List<Offered> slots, Link transfer) {
        Route[][] routes = new Route[pools().size()][pools().size()];
        for (Route[] from : routes) {
            Arrays.fill(from, new Route(0, transfer));
        }
        return new dev.berth.provision.plan.SlotAvailability(
                pools().stream()
                        .map(pool -> new SlotSite(pool.id().name(), pool.rate()))
                        .toList(),
                routes,
                slots);
    }
}
