package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Prices;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.calendar.Room;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reservation on its way to new terms: the places where it may go and what it costs there. To be used while the
 * reservation is out of the book.
 *
 * <p>The lead is counted from when the agreement was first made. Who asks for more never pays less for it, and who asks
 * for less never more, whatever has happened to the pool since: fixing and extending keep at least the price, relaxing
 * and shrinking at most. The budget is for price and fees together; an adjustment that makes nothing dearer is within it.
 */
final class Renegotiation {
    private final State state;
    private final Reservation before;
    private final Job job;
    private final @Nullable Adjustment adjustment;
    private final @Nullable Money limit;

    /**
     * Towards this job.
     *
     * @param adjustment how it came about; null if it is simply another job
     */
    Renegotiation(State state, Reservation before, Job job, @Nullable Adjustment adjustment) {
        this.state = state;
        this.before = before;
        this.job = job;
        this.adjustment = adjustment;
        Money budget = job.terms().budget();
        Money paid = before.agreement().price().plus(before.agreement().fees());
        this.limit = budget != null && adjustment != null && paid.isAbove(budget) ? paid : budget;
    }

    /** The reservation with its new agreement, and what that does to the price. */
    record Agreed(Reservation after, Quote quote) {}

    Outcome inPlace(Placement placement) {
        return new Outcome.Placed(before.withJob(job).withPlacement(placement), Map.of());
    }

    Outcome asPlacedOrAnywhere(Placement placement) {
        // Which servers are named for it is found again, unless the policy ties it to them.
        Placement open =
                state.calendar.namesServers(placement.pool()) ? placement : placement.withServers(ServerSet.EMPTY);
        Reservation unbound = before.withJob(job).withPlacement(open).in(Reservation.State.WAITING);
        Outcome.Placed placed = state.roster(placement.pool()).pool().hasParts()
                ? placing().sameTime(unbound)
                : placing().asPlaced(unbound, state.now);
        return placed != null && allows(open) ? placed : anywhere();
    }

    Outcome anywhere() {
        return placing().place(before.id(), limited(), state.now);
    }

    boolean allows(Placement placement) {
        return limit == null
                || !total(job, placement.count(), placement.pool(), null).isAbove(limit);
    }

    private Placing placing() {
        return new Placing(
                state.policy,
                state.calendar,
                state.rosters,
                state.earlyStarts,
                new Totals(null),
                state::effort,
                state::licences,
                state::lineEnds);
    }

    /** Price and fees together. */
    private final class Totals implements Prices {
        private final @Nullable Map<PoolId, Room> rooms;

        Totals(@Nullable Map<PoolId, Room> rooms) {
            this.rooms = rooms;
        }

        @Override
        public Money of(Job of, int servers, PoolId pool) {
            return total(of, servers, pool, rooms);
        }

        @Override
        public Prices asOfNow(Job of) {
            return new Totals(new HashMap<>());
        }
    }

    private Job limited() {
        return limit == null ? job : job.under(job.terms().withBudget(limit));
    }

    /** A running reservation keeps its servers, so these must be free and in service, and all others still be served. */
    Outcome grownWhileRunning(Placement placement) {
        Roster roster = state.roster(placement.pool());
        Window ahead = placement.window().from(state.now);
        if (roster.pool().hasParts()) {
            return grownOnHosts(roster, placement, ahead);
        }
        boolean out = roster.obstacles().stream()
                .anyMatch(o ->
                        placement.servers().contains(o.server()) && o.window().overlaps(ahead));
        if (!out && state.calendar.isFree(placement.withWindow(ahead))) {
            Map<ReservationId, ServerSet> renamed = renamedBeside(roster, placement);
            if (renamed != null) {
                return new Outcome.Placed(before.withJob(job).withPlacement(placement), renamed);
            }
        }
        return noRoomFor(placement);
    }

    private Outcome noRoomFor(Placement placement) {
        return new Outcome.Unplaced(new Refusal.NoCapacity(
                job.id(),
                placement.count(),
                before.window().end(),
                placement.window().end(),
                List.of(placement.pool())));
    }

    /** It keeps its hosts and devices; others that wait there go to other hosts at their own times. */
    private Outcome grownOnHosts(Roster roster, Placement placement, Window ahead) {
        Reservation grown = before.withJob(job).withPlacement(placement);
        if (state.calendar.isFree(placement.withWindow(ahead))) {
            return new Outcome.Placed(grown, Map.of());
        }
        Repacking cleared = state.calendar.clear(placement.withWindow(ahead), roster::waiting);
        return cleared == null
                ? noRoomFor(placement)
                : new Outcome.Placed(grown, Map.of(), Placing.repacked(roster, cleared));
    }

    /** Other servers for those that wait, where outages are ahead and counting does not suffice; null if there are none. */
    private @Nullable Map<ReservationId, ServerSet> renamedBeside(Roster roster, Placement placement) {
        if (state.calendar.namesServers(placement.pool()) || roster.namedUntil(state.now) <= state.now) {
            return Map.of();
        }
        Trial trial = new Trial(state);
        try {
            trial.add(new Event.Reserved(before.withPlacement(placement)));
            return Naming.withOutages(roster, List.of(), state.now);
        } finally {
            trial.undo();
        }
    }

    /** The decision, once a place is found. */
    Decision settle(Outcome.Placed placed) {
        Agreed agreed = agreed(placed(placed.reservation().placement()));
        Agreement agreement = agreed.after().agreement();
        Money total = agreement.price().plus(agreement.fees());
        if (limit != null && total.isAbove(limit)) {
            return new Refused(new Refusal.OverBudget(
                    job.id(), limit, total, agreed.after().placement().pool()));
        }
        Decision decision = AdmissionStep.accepted(new Event.Changed(agreed.after()), placed);
        return decision instanceof Accepted accepted ? new Accepted(accepted.events(), agreed.quote()) : decision;
    }

    /**
     * Reservation in its new place. A bound one stays bound if it keeps its start and needs no other servers or time;
     * otherwise it waits.
     */
    private Reservation placed(Placement placement) {
        Reservation after = before.withJob(job).withPlacement(placement);
        Placement was = before.placement();
        boolean staysBound = placement.pool().equals(was.pool())
                && placement.window().start() == was.window().start()
                && placement.window().end() <= was.window().end()
                && placement.servers().size() == placement.count()
                && placement.taken().equals(was.taken())
                && placement.servers().stream().allMatch(was.servers()::contains);
        return before.isBound() && !staysBound ? after.in(Reservation.State.WAITING) : after;
    }

    Agreed agreed(Reservation after) {
        Placement placement = after.placement();
        Agreement was = before.agreement();
        Conditions conditions = conditions(placement);
        Money price = after.isRunning()
                ? kept(state.prices.priceOfRunning(
                        after.withAgreement(after.agreement().under(conditions))))
                : kept(state.prices.priceAt(
                        conditions.hours(), after.job(), placement.count(), placement.pool(), was.made()));
        Money fee = fee(after.job(), placement.count(), price);
        return new Agreed(
                after.withAgreement(was.costing(price, was.fees().plus(fee)).under(conditions)),
                new Quote(was.price(), price, fee));
    }

    /**
     * Conditions in another place. Where it keeps its time it keeps the factor that was agreed, even if the provider has moved
     * it since then; and no change makes a late cancellation cheaper.
     */
    private Conditions conditions(Placement placement) {
        Placement was = before.placement();
        Conditions agreed = before.agreement().conditions();
        boolean keepsTime =
                placement.window().equals(was.window()) && placement.pool().equals(was.pool());
        int hours = keepsTime ? agreed.hours() : state.prices.factor(placement);
        boolean keepsParts = placement.count() == was.count()
                && placement.taken().slice().equals(was.taken().slice());
        long grams = keepsTime && keepsParts ? agreed.grams() : state.prices.grams(placement);
        // What the provider asked for, and pays for, is no change of the owner's.
        Conditions after = adjustment instanceof Adjustment.Concede
                ? agreed
                : agreed.changed(was.window().start(), placement.window().start(), state.now);
        return after.at(hours, grams);
    }

    private Money price(Job of, int servers, PoolId pool, @Nullable Map<PoolId, Room> rooms) {
        return kept(state.prices.price(of, servers, pool, before.agreement().made(), rooms));
    }

    private Money total(Job of, int servers, PoolId pool, @Nullable Map<PoolId, Room> rooms) {
        Money price = price(of, servers, pool, rooms);
        return before.agreement().fees().plus(price).plus(fee(of, servers, price));
    }

    /**
     * Fee beside the price; none for a concession, which its discount pays for. What is used up of what the provider takes back counts as
     * a fee, because the price is that of what stays, from its start on: whatever happens later, both are settled exactly.
     */
    private Money fee(Job of, int servers, Money price) {
        return switch (adjustment) {
            case Adjustment.Concede concede -> Money.ZERO;
            case Adjustment.Release release -> takenBack(price);
            case Adjustment.ReleaseDevices release -> takenBack(price);
            case Adjustment.Fix fix -> state.prices.fee(before, of, servers, price);
            case Adjustment.Extend extend -> state.prices.fee(before, of, servers, price);
            case Adjustment.Relax relax -> state.prices.fee(before, of, servers, price);
            case Adjustment.Shrink shrink -> state.prices.fee(before, of, servers, price);
            case Adjustment.Move move -> state.prices.fee(before, of, servers, price);
            case null -> state.prices.fee(before, of, servers, price);
        };
    }

    private Money takenBack(Money price) {
        return state.prices.takenBack(before, before.agreement().price().minus(price));
    }

    private Money kept(Money price) {
        Money was = before.agreement().price();
        return switch (adjustment) {
            case Adjustment.Fix fix -> was.isAbove(price) ? was : price;
            case Adjustment.Extend extend -> was.isAbove(price) ? was : price;
            case Adjustment.Relax relax -> was.isAbove(price) ? price : was;
            case Adjustment.Shrink shrink -> was.isAbove(price) ? price : was;
            case Adjustment.Release release -> was.isAbove(price) ? price : was;
            case Adjustment.ReleaseDevices release -> was.isAbove(price) ? price : was;
            case Adjustment.Concede concede -> was.minus(concede.discount());
            case Adjustment.Move move -> price;
            case null -> price;
        };
    }
}
