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

    private Advertised(Availability free, Map<PoolId, Tariff> tariffs, long now) {
        this.free = free;
        this.now = now;
        this.tariffs = tariffs;
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
        return new Advertised(free, tariffs, view.now());
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
        return free.pools();
    }

    /** The slots of all pools, by start. */
    public List<Offered> slots(boolean wholeGaps) {
        List<Offered> slots = new ArrayList<>();
        for (int pool = 0; pool < pools().size(); pool++) {
            UnitCost unitCost = UnitCost.at(
                    Optional.ofNullable(tariffs.get(pools().get(pool).id())),
                    pools().get(pool).rate(),
                    now);
            int site = pool;
            new Advert(free.window().start(), DAY, free.window().end(), unitCost, Money.ZERO, wholeGaps)
                    .slots(free.freeWindows(pool))
                    .forEach(slot -> slots.add(new Offered(site, slot)));
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
