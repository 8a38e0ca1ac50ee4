package dev.berth.provision.federation;

import dev.berth.engine.model.BadValue;
import dev.berth.provision.booking.PlanBooking.Place;
import dev.berth.provision.federation.SiteSlots.OfPool;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.workflow.model.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The slots of several sites together, to plan a workflow on them. Each pool is what singh calls a site.
 *
 * @param places one for each site of the availability: where its slots are booked
 * @param leftOut how many slots there would have been beside
 */
public record SlotsOfSites(SlotAvailability availability, List<Place> places, int leftOut) {
    public SlotsOfSites {
        places = List.copyOf(places);
    }

    /**
     * All of them, or those that start first.
     *
     * @param isOnlyOne whether a pool is known by its name alone, because no other site is asked
     * @param transfer from one pool to another
     * @param most how many slots to choose from
     * @throws BadValue if there is no pool at all
     */
    public static SlotsOfSites of(List<SiteSlots> sites, boolean isOnlyOne, Link transfer, int most) {
        List<SlotSite> pools = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        List<Offered> slots = new ArrayList<>();
        for (int site = 0; site < sites.size(); site++) {
            String where = isOnlyOne ? "" : " at " + sites.get(site).site();
            for (OfPool pool : sites.get(site).pools()) {
                int index = pools.size();
                pools.add(new SlotSite(pool.name() + where, pool.rate()));
                places.add(new Place(site, pool.name()));
                pool.slots().forEach(slot -> slots.add(new Offered(index, slot)));
            }
        }
        Route[][] routes = new Route[pools.size()][pools.size()];
        for (Route[] from : routes) {
            Arrays.fill(from, new Route(0, transfer));
        }
        List<Offered> kept = first(slots, most);
        return new SlotsOfSites(new SlotAvailability(pools, routes, kept), places, slots.size() - kept.size());
    }

    /** The slots that start first, at most this many, in their given order. */
    private static List<Offered> first(List<Offered> slots, int most) {
        return slots.size() <= most
                ? slots
                : IntStream.range(0, slots.size())
                        .boxed()
                        .sorted(Comparator.<Integer>comparingLong(
                                index -> slots.get(index).slot().start()))
                        .limit(most)
                        .sorted()
                        .map(slots::get)
                        .toList();
    }
}
