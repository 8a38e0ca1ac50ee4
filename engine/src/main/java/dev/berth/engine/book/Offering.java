package dev.berth.engine.book;

import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what the book would accept in place of a job: of each {@link Family} the one nearest to what was asked. Where to
 * look comes from {@link OfferSearch}; an offer is made only after the book has decided to accept it. When the effort is
 * spent, what was found by then is all.
 */
final class Offering {
    /** Numbers of servers tried below the one asked for: all of them, or this many spread evenly. */
    private static final int FEWER_TRIED = 32;

    private final State state;
    private final Decider decider;
    private final OfferSearch search;

    Offering(State state, Decider decider) {
        this.state = state;
        this.decider = decider;
        this.search = new OfferSearch(state);
    }

    List<Offer> offers(Job job, Wish wish) {
        long reach = Math.min(job.deadline() + Math.min(wish.horizon(), Window.FOREVER), Window.FOREVER - 1);
        List<Offer> offers = new ArrayList<>();
        Offer asAsked = verified(Family.AS_ASKED, job, job);
        add(offers, asAsked);
        if (asAsked == null) {
            add(offers, first(Family.LATER, job, search.later(job, reach, matching(job))));
        }
        add(offers, fewerServers(job, reach));
        add(offers, fewerParts(job));
        add(offers, otherHosts(job, reach));
        add(offers, slowerPool(job, reach));
        add(offers, otherWindow(job, reach));
        return offers.stream().sorted(Offer.order(wish.by())).limit(wish.most()).toList();
    }

    private static void add(List<Offer> offers, @Nullable Offer offer) {
        if (offer != null && offers.stream().noneMatch(offer::repeats)) {
            offers.add(offer);
        }
    }

    private List<Pool> matching(Job job) {
        return state.rosters.values().stream()
                .map(Roster::pool)
                .filter(job.requirements()::match)
                .toList();
    }

    private @Nullable Offer first(Family family, Job asked, List<Job> candidates) {
        for (Job candidate : candidates) {
            if (state.effort.isSpent()) {
                return null;
            }
            Offer offer = verified(family, asked, candidate);
            if (offer != null) {
                return offer;
            }
        }
        return null;
    }

    /** The offer, if the book accepts it. A budget becomes the price: it will not cost more than is offered. */
    private @Nullable Offer verified(Family family, Job asked, Job candidate) {
        Reservation reservation = reserved(candidate);
        if (reservation == null) {
            return null;
        }
        Money price = reservation.agreement().price();
        if (candidate.terms().budget() == null) {
            return offer(family, asked, candidate, reservation);
        }
        Job priced = candidate.under(candidate.terms().withBudget(price));
        Reservation again = reserved(priced);
        return again == null ? null : offer(family, asked, priced, again);
    }

    private static Offer offer(Family family, Job asked, Job offered, Reservation reservation) {
        return new Offer(
                family,
                offered,
                reservation.placement(),
                reservation.agreement().price(),
                Offer.phi(asked, offered, reservation.window()),
                reservation.agreement().conditions().grams());
    }

    private @Nullable Reservation reserved(Job job) {
        return decider.decide(new Command.Reserve(job)) instanceof Accepted accepted ? accepted.reservation() : null;
    }

    /** Offer with as many servers as possible below the number asked for; within the interval, or else with a later deadline. */
    private @Nullable Offer fewerServers(Job job, long reach) {
        List<Job> reshaped = new ArrayList<>();
        int asked = job.shape().fewest();
        int step = Math.ceilDiv(asked, FEWER_TRIED);
        for (int servers = asked - 1; servers >= 1; servers -= step) {
            Shape shape = OfferSearch.onFewer(job.shape(), servers);
            if (shape != null) {
                reshaped.add(job.shaped(shape));
            }
        }
        Offer within = first(Family.FEWER_SERVERS, job, reshaped);
        return within != null
                ? within
                : first(
                        Family.FEWER_SERVERS,
                        job,
                        reshaped.stream()
                                .flatMap(fewer -> search.later(fewer, reach, matching(fewer)).stream())
                                .toList());
    }

    /** Offer with as much of all parts as possible below what was asked for, all in the same proportion. */
    private @Nullable Offer fewerParts(Job job) {
        Slice slice = job.requirements().slice();
        if (slice.amounts().isEmpty()) {
            return null;
        }
        List<Job> smaller = new ArrayList<>();
        for (int tenths = 9; tenths >= 1; tenths--) {
            int kept = tenths;
            Map<String, Long> amounts = new HashMap<>();
            slice.amounts().forEach((part, number) -> amounts.put(part, Math.max(1, number * kept / 10)));
            Slice scaled = new Slice(Amounts.of(amounts), slice.share());
            if (!scaled.equals(slice)
                    && smaller.stream()
                            .noneMatch(other -> other.requirements().slice().equals(scaled))) {
                smaller.add(job.requiring(job.requirements().withSlice(scaled)));
            }
        }
        return first(Family.FEWER_PARTS, job, smaller);
    }

    /**
     * Offer of the same parts in another pool, if the job accepts only some pools; within the interval, or else with a later
     * deadline. Of several pools the one that ends first.
     */
    private @Nullable Offer otherHosts(Job job, long reach) {
        Requirements wanted = job.requirements();
        if (wanted.slice().isWhole()
                || (wanted.pool() == null && wanted.attributes().isEmpty())) {
            return null;
        }
        Requirements anywhere = new Requirements(null, Map.of(), wanted.slice(), wanted.licences());
        Job elsewhere = job.requiring(anywhere);
        List<Pool> others =
                matching(elsewhere).stream().filter(pool -> !wanted.match(pool)).toList();
        Offer best = null;
        for (Pool pool : others) {
            Offer offer = state.effort.isSpent() ? null : verified(Family.OTHER_HOSTS, job, in(elsewhere, pool));
            if (offer != null && (best == null || ends(offer) < ends(best))) {
                best = offer;
            }
        }
        return best != null
                ? best
                : first(
                        Family.OTHER_HOSTS,
                        job,
                        others.stream()
                                .flatMap(pool -> search.later(in(elsewhere, pool), reach, List.of(pool)).stream())
                                .sorted(Comparator.comparingLong(Job::deadline))
                                .toList());
    }

    private static long ends(Offer offer) {
        return offer.placement().window().end();
    }

    private @Nullable Offer slowerPool(Job job, long reach) {
        Stream<Pool> large = matching(job).stream().filter(pool -> pool.servers() >= job.servers());
        Rate fastest = large.map(Pool::rate).max(Comparator.naturalOrder()).orElse(null);
        if (fastest == null) {
            return null;
        }
        List<Pool> slower = matching(job).stream()
                .filter(pool -> pool.rate().compareTo(fastest) < 0)
                .toList();
        List<Job> candidates = slower.stream()
                .flatMap(pool -> search.later(in(job, pool), reach, List.of(pool)).stream())
                .sorted(Comparator.comparingLong(Job::deadline))
                .toList();
        for (Job candidate : candidates) {
            if (state.effort.isSpent()) {
                return null;
            }
            Offer offer = verified(Family.SLOWER_POOL, job, candidate);
            if (offer != null && offer.placement().window().end() > job.deadline()) {
                return offer;
            }
        }
        return null;
    }

    private static Job in(Job job, Pool pool) {
        return job.requiring(job.requirements().withPool(pool.id()));
    }

    /**
     * Where the policy would like it best, but not before the job is ready: what it needs may not be there yet. With no wider an
     * interval than it takes, unless the budget needs one.
     */
    private @Nullable Offer otherWindow(Job job, long reach) {
        Job anytime = job.within(job.ready(), reach);
        Reservation liked = reserved(anytime);
        if (liked == null) {
            return null;
        }
        Job hull =
                job.within(job.ready(), Math.max(job.deadline(), liked.window().end()));
        return first(Family.OTHER_WINDOW, job, List.of(hull, anytime));
    }
}
