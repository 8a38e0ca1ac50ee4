package dev.berth.slurm;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.booking.Bookings;
import dev.berth.service.quota.Limits;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.PartTime;
import dev.berth.site.Past;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.View;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Picture of the book at one moment, as far as it matters beside a census: taken in one read, and compared with the census from then
 * on. The book may change meanwhile; it decides for itself about every command that comes of the comparison.
 *
 * @param now the time of the book, in milliseconds since the epoch
 * @param taken when it was taken, by the clock of the site: the book may not have been told of that time yet
 * @param pools all of them
 * @param open the reservations of each pool of the cluster that have not ended
 * @param outages of each pool of the cluster
 * @param remnants those in pools of the cluster that lost servers and have no others
 * @param displaced those that lost their nodes in the cluster, until their time is over
 * @param guests the accounts that reservations with settled nodes are shared with, where there are any
 * @param mentioned those that the census names, as far as the book knows them
 * @param licences of the site
 * @param heldLicences those of them that are held outside the book
 * @param leastFree of each licence the fewest that are free at one moment from now on; negative if others hold what is promised
 */
record BookNow(
        long now,
        long taken,
        NodeServers places,
        Map<PoolId, Pool> pools,
        Map<PoolId, List<Reservation>> open,
        Map<PoolId, List<Outage>> outages,
        List<Remnant> remnants,
        List<Past> displaced,
        Map<ReservationId, Collection<String>> guests,
        Map<ReservationId, Mention> mentioned,
        Amounts licences,
        HeldLicences heldLicences,
        Map<String, Long> leastFree) {
    BookNow {
        leastFree = Map.copyOf(leastFree);
        pools = Map.copyOf(pools);
        open = Map.copyOf(open);
        outages = Map.copyOf(outages);
        remnants = List.copyOf(remnants);
        displaced = List.copyOf(displaced);
        guests = Map.copyOf(guests);
        mentioned = Map.copyOf(mentioned);
    }

    /**
     * A reservation that lost servers.
     *
     * @param kept the servers that are left to it
     */
    record Remnant(Reservation reservation, ServerSet kept) {}

    /**
     * A reservation that the census names.
     *
     * @param open while it has not ended
     * @param past once it has
     * @param isEnded whether its owner or an operator has ended it
     * @param isCharged whether its owner pays for more time, in money or from a quota
     */
    record Mention(Optional<Reservation> open, Optional<Past> past, boolean isEnded, boolean isCharged) {
        private static final Mention NONE = new Mention(Optional.empty(), Optional.empty(), false, false);

        private static Mention of(View view, ReservationId id) {
            Optional<Reservation> open = view.reservation(id);
            Optional<Past> past = view.past(id);
            return new Mention(
                    open,
                    past,
                    past.filter(each -> Consent.isGiven(view, each)).isPresent(),
                    open.filter(each -> isCharged(view, each)).isPresent());
        }

        private static boolean isCharged(View view, Reservation each) {
            return view.tariff(each.placement().pool()).isPresent()
                    || Limits.isLimited(view, ServerTimeClaim.of(PartTime.of(view), each));
        }
    }

    /**
     * Takes the picture.
     *
     * @param named the reservations that the census names
     */
    static BookNow of(View view, Set<ReservationId> named, long taken) {
        NodeServers places = NodeServers.of(view);
        Map<PoolId, Pool> pools = new HashMap<>();
        view.pools().forEach(pool -> pools.put(pool.id(), pool));
        Map<PoolId, List<Reservation>> open = new HashMap<>();
        Map<PoolId, List<Outage>> outages = new HashMap<>();
        for (PoolId pool : places.pools()) {
            open.put(pool, List.copyOf(view.within(pool, new Window(view.now(), Window.FOREVER))));
            outages.put(pool, List.copyOf(view.outages(pool)));
        }
        Map<ReservationId, Mention> mentioned = new HashMap<>();
        named.forEach(id -> mentioned.put(id, Mention.of(view, id)));
        return new BookNow(
                view.now(),
                taken,
                places,
                pools,
                open,
                outages,
                view.degraded().stream()
                        .map(each -> each.reservation())
                        .filter(each -> places.has(each.placement().pool()))
                        .map(each -> new Remnant(each, Bookings.kept(view, each)))
                        .toList(),
                view.past().stream()
                        .filter(each -> each.cause() == Event.Cause.DISPLACED
                                && each.reservation().window().end() > view.now()
                                && places.has(each.reservation().placement().pool()))
                        .toList(),
                guests(view, places),
                mentioned,
                view.licences(),
                view.heldLicences(),
                leastFree(view));
    }

    private static Map<String, Long> leastFree(View view) {
        Map<String, Long> least = new HashMap<>();
        Window ahead = new Window(view.now(), Window.FOREVER);
        view.licences().forEach((name, number) -> least.put(name, view.freeLicences(name, ahead)));
        return least;
    }

    /** Members of projects as of now; only of what is shared, which is little beside what is booked. */
    private static Map<ReservationId, Collection<String>> guests(View view, NodeServers places) {
        Map<ReservationId, Collection<String>> guests = new HashMap<>();
        for (Sharing sharing : view.facts(Sharings.class).all()) {
            ReservationId id = new ReservationId(sharing.reservation());
            boolean isMirrored = !sharing.guests().isEmpty()
                    && Bookings.find(view, id)
                            .filter(each -> !each.isWaiting()
                                    && places.has(each.placement().pool()))
                            .isPresent();
            if (isMirrored) {
                guests.put(id, List.copyOf(Sharings.guests(view, id)));
            }
        }
        return guests;
    }

    /** A reservation in a pool of the cluster that has not ended. */
    Optional<Reservation> open(ReservationId id) {
        return open.values().stream()
                .flatMap(List::stream)
                .filter(each -> each.id().equals(id))
                .findFirst();
    }

    List<Reservation> open(PoolId pool) {
        return open.getOrDefault(pool, List.of());
    }

    List<Outage> outages(PoolId pool) {
        return outages.getOrDefault(pool, List.of());
    }

    /** Everything that is known of a reservation which the census names. */
    Mention mention(ReservationId id) {
        return mentioned.getOrDefault(id, Mention.NONE);
    }
}
