package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The slots of all sites together (singh, Eq 3), and the routes between the sites. Slots and sites go by their index. */
public final class SlotAvailability {
    /** A slot at a site. */
    public record Offered(int site, Slot slot) {}

    private final List<SlotSite> sites;
    private final Route[][] routes;
    /** How many pairs of different sites have a route: most are alike, and there are many pairs. */
    private final Map<Route, Long> alike;

    private final List<Offered> slots;

    /**
     * Slots at sites.
     *
     * @param routes from each site to each; the way of a site to itself is not looked at
     */
    public SlotAvailability(List<SlotSite> sites, Route[][] routes, List<Offered> slots) {
        if (sites.isEmpty()) {
            throw new BadValue("sites", "none", "must be at least one");
        }
        Set<String> ids = new HashSet<>();
        for (SlotSite site : sites) {
            if (!ids.add(site.id())) {
                throw new BadValue("site", site.id(), "must be a name that no other site has");
            }
        }
        this.routes = new Route[sites.size()][];
        for (int from = 0; from < sites.size(); from++) {
            if (routes.length != sites.size() || routes[from].length != sites.size()) {
                throw new BadValue("routes", routes.length, "must be one from each site to each");
            }
            this.routes[from] = routes[from].clone();
        }
        for (Offered offered : slots) {
            if (offered.site < 0 || offered.site >= sites.size()) {
                throw new BadValue("site", offered.site, "must be from 0 to " + (sites.size() - 1));
            }
        }
        this.alike = alike(this.routes);
        this.sites = List.copyOf(sites);
        this.slots = List.copyOf(slots);
    }

    private static Map<Route, Long> alike(Route[][] routes) {
        Map<Route, Long> alike = new LinkedHashMap<>();
        for (int from = 0; from < routes.length; from++) {
            for (int to = 0; to < routes.length; to++) {
                if (from != to) {
                    alike.merge(routes[from][to], 1L, Long::sum);
                }
            }
        }
        return alike;
    }

    /** The slots of a single site of rate 1. */
    public static SlotAvailability of(SlotSite site, List<Slot> slots) {
        return new SlotAvailability(
                List.of(site),
                new Route[][] {{Route.NONE}},
                slots.stream().map(slot -> new Offered(0, slot)).toList());
    }

    /** Only what starts in a span, both ends included (Eq 2). */
    public SlotAvailability between(long from, long to) {
        List<Offered> within = new ArrayList<>();
        for (Offered offered : slots) {
            if (offered.slot.start() >= from && offered.slot.start() <= to) {
                within.add(offered);
            }
        }
        return new SlotAvailability(sites, routes, within);
    }

    public List<SlotSite> sites() {
        return sites;
    }

    public List<Offered> slots() {
        return slots;
    }

    public int size() {
        return slots.size();
    }

    public Slot slot(int index) {
        return slots.get(index).slot;
    }

    /** The site of a slot. */
    public int site(int slot) {
        return slots.get(slot).site;
    }

    /** How long data takes between tasks at these sites. */
    public long transfer(long bytes, int from, int to) {
        return from == to ? 0 : routes[from][to].time(bytes);
    }

    /** How long data takes between all pairs of sites, one after the other. */
    long transfers(long bytes) {
        long sum = 0;
        for (Map.Entry<Route, Long> each : alike.entrySet()) {
            sum += each.getValue() * each.getKey().time(bytes);
        }
        return sum;
    }
}
