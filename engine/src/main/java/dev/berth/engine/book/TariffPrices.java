package dev.berth.engine.book;

import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Demand;
import dev.berth.engine.agreement.LeastPeak;
import dev.berth.engine.agreement.Prices;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Room;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prices by the tariffs of the book. A price depends on the job, the number of servers and the pool, not on where in the
 * interval the policy puts it, unless the tariff has hours: then it is that of the cheapest hours of the interval until there is
 * a place, and that of its hours from then on. A book without tariffs pays nothing for this, in money or in time.
 */
final class TariffPrices implements Prices {
    /** Marker in place of a factor: that of the cheapest hours in which the job could run. */
    private static final int CHEAPEST = -1;

    /** Steps of a curve that cost as much as a step of an {@link Effort}. */
    private static final int STEPS_AT_ONCE = 50;

    /** Cost of calculating a price, in steps of an {@link Effort}. */
    private static final int PRICE = 5;

    private final Map<PoolId, Tariff> tariffs;
    private final Calendar calendar;
    private final Map<PoolId, Roster> rosters;
    private final Supplier<Effort> effort;
    private final LongSupplier now;

    /**
     * These are the book's own, and change with it.
     *
     * @param effort what the decision that is being made may cost
     */
    TariffPrices(
            Map<PoolId, Tariff> tariffs,
            Calendar calendar,
            Map<PoolId, Roster> rosters,
            Supplier<Effort> effort,
            LongSupplier now) {
        this.tariffs = tariffs;
        this.calendar = calendar;
        this.rosters = rosters;
        this.effort = effort;
        this.now = now;
    }

    /** Price of the job if it were agreed on now. */
    @Override
    public Money of(Job job, int servers, PoolId pool) {
        return price(job, servers, pool, now.getAsLong());
    }

    @Override
    public Prices asOfNow(Job job) {
        Map<PoolId, Room> rooms = new HashMap<>();
        return (of, servers, pool) -> price(of, servers, pool, now.getAsLong(), rooms);
    }

    /** Price of the job with the pool as it is now, in an agreement that was made at a given time. */
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
        return price(job, servers, pool, made, rooms, CHEAPEST);
    }

    /** Price of the job at this factor of its hours, in an agreement that was made at a given time. */
    Money priceAt(int factor, Job job, int servers, PoolId pool, long made) {
        return price(job, servers, pool, made, null, factor);
    }

    private Money price(Job job, int servers, PoolId pool, long made, @Nullable Map<PoolId, Room> rooms, int factor) {
        effort.get().spend(PRICE);
        Tariff tariff = tariffs.get(pool);
        if (tariff == null) {
            return Money.ZERO;
        }
        Pool priced = pool(pool);
        Demand demand = demand(tariff, job, servers, priced, made);
        long earliest = Math.max(job.ready(), now.getAsLong());
        long latest = job.deadline() - demand.duration();
        int utilisation = rooms == null || tariff.surcharge() == 0 || latest < earliest
                ? utilisation(tariff, priced, servers, earliest, latest, demand.duration())
                : utilisation(
                        priced,
                        servers,
                        rooms.computeIfAbsent(pool, id -> Room.of(calendar, id, earliest, job.deadline()))
                                .most(demand.duration()));
        return tariff.price(
                demand, utilisation, factor == CHEAPEST ? least(tariff, earliest, latest, demand.duration()) : factor);
    }

    private int least(Tariff tariff, long earliest, long latest, long duration) {
        TimeCurve hours = tariff.hours();
        if (hours == null) {
            return Tariff.ONE;
        }
        effort.get().spend(hours.steps().size() / STEPS_AT_ONCE);
        return hours.leastMean(earliest, latest, duration);
    }

    /** Whether the price in a pool depends on the hours. */
    boolean hasHours(PoolId pool) {
        Tariff tariff = tariffs.get(pool);
        return tariff != null && tariff.hours() != null;
    }

    /** Factor of the hours of a placement. */
    int factor(Placement placement) {
        Tariff tariff = tariffs.get(placement.pool());
        return tariff == null
                ? Tariff.ONE
                : tariff.factor(placement.window().start(), placement.window().end());
    }

    /** Carbon dioxide that a placement causes, in grams; 0 if that is not known. */
    long grams(Placement placement) {
        Tariff tariff = tariffs.get(placement.pool());
        Carbon carbon = tariff == null ? null : tariff.carbon();
        return tariff == null || carbon == null
                ? 0
                : carbon.grams(
                        placement.window(),
                        placement.count(),
                        tariff.part(
                                placement.taken().slice(),
                                pool(placement.pool()).parts()),
                        tariff.hour());
    }

    /** Conditions of an agreement that is made now about a placement. */
    Conditions conditions(Placement placement) {
        Tariff tariff = tariffs.get(placement.pool());
        return tariff == null
                ? Conditions.NONE
                : new Conditions(
                        tariff.lateness(),
                        tariff.lateness() == null ? 0 : placement.window().start(),
                        0,
                        factor(placement),
                        grams(placement));
    }

    /** Price of the job if it were agreed on now, by the factor of the hours of its place. */
    IntFunction<Money> byFactor(Job job, int servers, PoolId pool) {
        effort.get().spend(PRICE);
        Tariff tariff = tariffs.get(pool);
        if (tariff == null) {
            return factor -> Money.ZERO;
        }
        Pool priced = pool(pool);
        Demand demand = demand(tariff, job, servers, priced, now.getAsLong());
        long earliest = Math.max(job.ready(), now.getAsLong());
        int utilisation =
                utilisation(tariff, priced, servers, earliest, job.deadline() - demand.duration(), demand.duration());
        return factor -> tariff.price(demand, utilisation, factor);
    }

    /** Price of a running reservation with these new terms; its own booking must be out of the calendar. */
    Money priceOfRunning(Reservation reservation) {
        Placement placement = reservation.placement();
        Tariff tariff = tariffs.get(placement.pool());
        if (tariff == null) {
            return Money.ZERO;
        }
        Pool priced = pool(placement.pool());
        long made = reservation.agreement().made();
        return tariff.price(
                demand(tariff, reservation.job(), placement.count(), priced, made),
                utilisation(
                        tariff,
                        priced,
                        placement.count(),
                        now.getAsLong(),
                        now.getAsLong(),
                        reservation.window().end() - now.getAsLong()),
                reservation.agreement().conditions().hours());
    }

    /** The least utilisation, in millionths, that the busiest moment can have with this number of servers in addition. */
    private int utilisation(Tariff tariff, Pool pool, int servers, long earliest, long latest, long duration) {
        if (tariff.surcharge() == 0) {
            return 0;
        }
        if (latest < earliest) {
            return Tariff.ONE;
        }
        LeastPeak peak = new LeastPeak();
        calendar.freeServers(pool.id(), earliest, latest + duration, peak);
        return utilisation(pool, servers, peak.most(latest, duration));
    }

    private static int utilisation(Pool pool, int servers, int free) {
        return Tariff.share(pool.servers() - free + (long) servers, pool.servers());
    }

    /** Fee for a change of a reservation beside its new price, by the tariff of the pool where it was. */
    Money fee(Reservation before, Job job, int servers, Money price) {
        Placement placement = before.placement();
        Tariff tariff = tariffs.get(placement.pool());
        if (tariff == null) {
            return Money.ZERO;
        }
        Pool pool = pool(placement.pool());
        long made = before.agreement().made();
        int count = placement.count();
        // As if it stayed where it was: what another pool makes of the job is not the user's doing.
        Demand is = demand(tariff, job, job.shape().takes(count) ? count : servers, pool, made);
        Conditions agreed = before.agreement().conditions();
        return tariff.fee(
                demand(tariff, before.job(), count, pool, made),
                is,
                before.agreement().price(),
                price,
                // To give up a part must not be a cheaper way out than to cancel.
                agreed.lateness() == null
                        ? tariff.penalty()
                        : agreed.cancellation(placement.window().start(), now.getAsLong()));
    }

    /** Fee for giving up what costs this much of a reservation: by the conditions that were agreed, or else the tariff of the day. */
    Money cancellation(Reservation reservation, Money rest) {
        Conditions agreed = reservation.agreement().conditions();
        if (agreed.lateness() != null) {
            return Tariff.share(rest, agreed.cancellation(reservation.window().start(), now.getAsLong()));
        }
        Tariff tariff = tariffs.get(reservation.placement().pool());
        return tariff == null ? Money.ZERO : tariff.cancellation(rest);
    }

    /**
     * Amount that stays due of what is taken back from a running reservation: the part of it that is used up, and the fee for the rest.
     *
     * @param less by how much the price of the reservation is lower without it
     */
    Money takenBack(Reservation reservation, Money less) {
        Window window = reservation.window();
        Money used = Tariff.used(less, now.getAsLong() - window.start(), window.length());
        return used.plus(cancellation(reservation, less.minus(used)));
    }

    private static Demand demand(Tariff tariff, Job job, int servers, Pool pool, long made) {
        return Demand.of(job, servers, pool.rate(), made)
                .of(tariff.part(job.requirements().slice(), pool.parts()));
    }

    private Pool pool(PoolId id) {
        return Objects.requireNonNull(rosters.get(id)).pool();
    }
}
