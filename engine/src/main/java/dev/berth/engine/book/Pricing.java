package dev.berth.engine.book;

import dev.berth.engine.agreement.Demand;
import dev.berth.engine.agreement.LeastPeak;
import dev.berth.engine.agreement.Prices;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.calendar.Room;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prices by the tariffs of the book. A price depends on the job, the number of servers and the pool, not on where in the
 * interval the policy puts it. A book without tariffs pays nothing for this, in money or in time.
 */
final class Pricing implements Prices {
    /** Of a price, in steps of an {@link dev.berth.engine.calendar.Effort}. */
    private static final int PRICE = 5;

    private final State state;

    Pricing(State state) {
        this.state = state;
    }

    /** What the job would cost if it were agreed on now. */
    @Override
    public Money of(Job job, int servers, PoolId pool) {
        return price(job, servers, pool, state.now);
    }

    @Override
    public Prices asOfNow(Job job) {
        Map<PoolId, Room> rooms = new HashMap<>();
        return (of, servers, pool) -> price(of, servers, pool, state.now, rooms);
    }

    /** What the job would cost as the pool is now, in an agreement that was made then. */
    Money price(Job job, int servers, PoolId pool, long made) {
        return price(job, servers, pool, made, null);
    }

    /**
     * The same.
     *
     * @param rooms how free the pools are within the interval of the job, as far as that is known; null if nobody will
     *     ask for it again
     */
    Money price(Job job, int servers, PoolId pool, long made, @Nullable Map<PoolId, Room> rooms) {
        state.effort.spend(PRICE);
        Tariff tariff = state.tariffs.get(pool);
        if (tariff == null) {
            return Money.ZERO;
        }
        Pool priced = state.roster(pool).pool();
        Demand demand = Demand.of(job, servers, priced.rate(), made);
        long earliest = Math.max(job.ready(), state.now);
        long latest = job.deadline() - demand.duration();
        int utilisation = rooms == null || tariff.surcharge() == 0 || latest < earliest
                ? utilisation(tariff, priced, servers, earliest, latest, demand.duration())
                : utilisation(
                        priced,
                        servers,
                        rooms.computeIfAbsent(pool, id -> Room.of(state.calendar, id, earliest, job.deadline()))
                                .most(demand.duration()));
        return tariff.price(demand, utilisation);
    }

    /** What a running reservation costs that is to be like this; its own booking must be out of the calendar. */
    Money priceOfRunning(Reservation reservation) {
        Placement placement = reservation.placement();
        Tariff tariff = state.tariffs.get(placement.pool());
        if (tariff == null) {
            return Money.ZERO;
        }
        Pool priced = state.roster(placement.pool()).pool();
        long made = reservation.agreement().made();
        return tariff.price(
                Demand.of(reservation.job(), placement.count(), priced.rate(), made),
                utilisation(
                        tariff,
                        priced,
                        placement.count(),
                        state.now,
                        state.now,
                        reservation.window().end() - state.now));
    }

    /** The least utilisation, in millionths, that the busiest moment can have with so many servers more in use. */
    private int utilisation(Tariff tariff, Pool pool, int servers, long earliest, long latest, long duration) {
        if (tariff.surcharge() == 0) {
            return 0;
        }
        if (latest < earliest) {
            return Tariff.ONE;
        }
        LeastPeak peak = new LeastPeak();
        state.calendar.freeServers(pool.id(), earliest, latest + duration, peak);
        return utilisation(pool, servers, peak.most(latest, duration));
    }

    private static int utilisation(Pool pool, int servers, int free) {
        return Tariff.share(pool.servers() - free + (long) servers, pool.servers());
    }

    /** What a change of a reservation costs beside its new price, by the tariff of the pool where it was. */
    Money fee(Reservation before, Job job, int servers, Money price) {
        Placement placement = before.placement();
        Tariff tariff = state.tariffs.get(placement.pool());
        if (tariff == null) {
            return Money.ZERO;
        }
        Pool pool = state.roster(placement.pool()).pool();
        long made = before.agreement().made();
        int count = placement.count();
        // As if it stayed where it was: what another pool makes of the job is not the user's doing.
        Demand is = Demand.of(job, job.shape().takes(count) ? count : servers, pool.rate(), made);
        return tariff.fee(
                Demand.of(before.job(), count, pool.rate(), made),
                is,
                before.agreement().price(),
                price);
    }

    /** Puts the price into what was decided to be reserved or held. */
    Decision agree(Decision decision) {
        if (state.tariffs.isEmpty() || !(decision instanceof Accepted accepted)) {
            return decision;
        }
        List<Event> events = new ArrayList<>();
        Quote quote = accepted.quote();
        for (Event event : accepted.events()) {
            switch (event) {
                case Event.Reserved e -> {
                    Reservation priced = priced(e.reservation());
                    quote = Quote.price(priced.agreement().price());
                    events.add(new Event.Reserved(priced));
                }
                case Event.Held e -> {
                    Reservation priced = priced(e.reservation());
                    quote = Quote.price(priced.agreement().price());
                    events.add(new Event.Held(priced, e.until()));
                }
                default -> events.add(event);
            }
        }
        return new Accepted(List.copyOf(events), quote);
    }

    /** More of a window costs more in proportion, and what goes on elsewhere what a new reservation does. */
    Decision overrun(Reservation before, Decision decision) {
        if (state.tariffs.isEmpty() || !(decision instanceof Accepted accepted)) {
            return decision;
        }
        List<Event> events = new ArrayList<>();
        Agreement was = before.agreement();
        Quote quote = new Quote(was.price(), was.price(), Money.ZERO);
        for (Event event : accepted.events()) {
            if (event instanceof Event.Changed changed
                    && changed.reservation().id().equals(before.id())) {
                Reservation after = changed.reservation();
                Money price = Tariff.used(
                        was.price(), after.window().length(), before.window().length());
                quote = new Quote(was.price(), price, Money.ZERO);
                events.add(new Event.Changed(after.withAgreement(new Agreement(was.made(), price, was.fees()))));
            } else {
                events.add(event);
            }
        }
        Decision priced = agree(new Accepted(List.copyOf(events), quote));
        for (Event event : priced instanceof Accepted all ? all.events() : List.<Event>of()) {
            Refusal refusal = switch (event) {
                case Event.Changed e -> overBudget(e.reservation());
                case Event.Reserved e -> overBudget(e.reservation());
                default -> null;
            };
            if (refusal != null) {
                return new Decision.Refused(refusal);
            }
        }
        return priced;
    }

    private static @Nullable Refusal overBudget(Reservation reservation) {
        Job job = reservation.job();
        Money total =
                reservation.agreement().price().plus(reservation.agreement().fees());
        Money budget = job.terms().budget();
        return budget != null && total.isAbove(budget)
                ? new Refusal.OverBudget(
                        job.id(), budget, total, reservation.placement().pool())
                : null;
    }

    private Reservation priced(Reservation reservation) {
        Placement placement = reservation.placement();
        long made = reservation.agreement().made();
        Money price = price(reservation.job(), placement.count(), placement.pool(), made);
        return reservation.withAgreement(new Agreement(made, price, Money.ZERO));
    }

    /** A cancellation costs its fee; what runs has used up a part of its price. What is only held costs nothing. */
    Decision cancel(Reservation reservation) {
        Event closed = new Event.Closed(reservation.id(), Event.Cause.CANCELLED);
        Agreement agreement = reservation.agreement();
        Money before = agreement.price();
        if (before.equals(Money.ZERO)) {
            return new Accepted(List.of(closed));
        }
        if (reservation.state() == Reservation.State.HELD) {
            return new Accepted(List.of(closed), new Quote(before, Money.ZERO, Money.ZERO));
        }
        long passed = reservation.isRunning() ? state.now - reservation.window().start() : 0;
        Money used = Tariff.used(before, passed, reservation.window().length());
        Tariff tariff = state.tariffs.get(reservation.placement().pool());
        Money fee = tariff == null ? Money.ZERO : tariff.cancellation(before.minus(used));
        // The journal has to know what is due before the reservation is gone.
        Agreement settled =
                new Agreement(agreement.made(), used, agreement.fees().plus(fee));
        return new Accepted(
                List.of(new Event.Changed(reservation.withAgreement(settled)), closed), new Quote(before, used, fee));
    }
}
