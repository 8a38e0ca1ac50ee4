package dev.berth.engine.agreement;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Prices of the servers of a pool.
 *
 * <pre>
 * price = base * servers * duration / hour * rate * (1 - f*phi - l*lambda) * (1 + s*u) * kappa
 * floor = base * servers * duration / hour * rate * (1 - f - l)
 *
 * phi    = min(1, slack / duration)     how flexible the job is
 * lambda = min(1, lead / fullLead)      how long ahead it is booked, by its latest start
 * u                                     the least peak utilisation with which it could be served in its interval
 * kappa                                 the mean of the factors of the hours that it is placed in; 1 without such hours
 * </pre>
 *
 * <p>phi, lambda, u and kappa are whole millionths, rounded down; prices and fees are exact before they are rounded half up to
 * cents, incentives down. A longer interval never raises the price at equal hours: phi and lambda grow with it, and u is a minimum over more starts.
 *
 * @param base the price of a server-hour at rate 1
 * @param hour how many units of time an hour has
 * @param flexibility the discount f for full flexibility, in millionths, as are all shares
 * @param lead the discount l for full lead
 * @param fullLead the lead from which on its discount is full
 * @param surcharge s, for a pool that is used to the full
 * @param penalty the share of the price that is due for all of the flexibility, or of the reservation, that is given up
 * @param incentive the share of the price that is granted for flexibility from none to full; at most the penalty, so
 *     that nobody earns by relaxing and fixing in turn
 * @param weights what the parts of a server are worth in relation to each other; if none is given, parts cost the share of
 *     the part of which they take the largest
 * @param lateness what a cancellation costs and what not to come; null if a cancellation costs the penalty
 * @param hours factors of the price by time, in millionths; null if every hour costs the same
 * @param carbon what carbon dioxide the pool causes; null if that is not known
 */
public record Tariff(
        Money base,
        long hour,
        int flexibility,
        int lead,
        long fullLead,
        int surcharge,
        int penalty,
        int incentive,
        Amounts weights,
        @Nullable Lateness lateness,
        @Nullable TimeCurve hours,
        @Nullable Carbon carbon) {
    public static final int ONE = 1_000_000;

    private static final BigInteger MILLION = BigInteger.valueOf(ONE);
    private static final BigInteger SQUARE = MILLION.multiply(MILLION);
    /** No price or fee is above this, so that sums of some stay within bounds. */
    private static final BigDecimal MOST = BigDecimal.valueOf(10_000_000_000L);

    public Tariff {
        if (base.millionths() < 0) {
            throw new BadValue("base", base, "must not be negative");
        }
        checkPositive("hour", hour);
        checkPositive("fullLead", fullLead);
        checkShare("flexibility", flexibility, ONE);
        checkShare("lead", lead, ONE);
        checkShare("surcharge", surcharge, 1000 * ONE);
        checkShare("penalty", penalty, ONE);
        checkShare("incentive", incentive, penalty);
        if (flexibility + lead >= ONE) {
            throw new BadValue("discounts", flexibility + lead, "must together be below 1000000 millionths");
        }
    }

    private static void checkPositive(String field, long value) {
        if (value < 1) {
            throw new BadValue(field, value, "must be at least one unit of time");
        }
    }

    private static void checkShare(String field, int value, int most) {
        if (value < 0 || value > most) {
            throw new BadValue(field, value, "must be from 0 to " + most + " millionths");
        }
    }

    /** The same price at all hours, without weights of parts. */
    public Tariff(
            Money base,
            long hour,
            int flexibility,
            int lead,
            long fullLead,
            int surcharge,
            int penalty,
            int incentive) {
        this(base, hour, flexibility, lead, fullLead, surcharge, penalty, incentive, Amounts.NONE, null, null, null);
    }

    /** The same price at all hours. */
    public Tariff(
            Money base,
            long hour,
            int flexibility,
            int lead,
            long fullLead,
            int surcharge,
            int penalty,
            int incentive,
            Amounts weights) {
        this(base, hour, flexibility, lead, fullLead, surcharge, penalty, incentive, weights, null, null, null);
    }

    public Tariff withWeights(Amounts other) {
        return new Tariff(
                base, hour, flexibility, lead, fullLead, surcharge, penalty, incentive, other, lateness, hours, carbon);
    }

    public Tariff withLateness(@Nullable Lateness other) {
        return new Tariff(
                base, hour, flexibility, lead, fullLead, surcharge, penalty, incentive, weights, other, hours, carbon);
    }

    /** With these curves, which follow the time and not the operator. */
    public Tariff withCurves(@Nullable TimeCurve factors, @Nullable Carbon emissions) {
        return new Tariff(
                base,
                hour,
                flexibility,
                lead,
                fullLead,
                surcharge,
                penalty,
                incentive,
                weights,
                lateness,
                factors,
                emissions);
    }

    /** The base price, whatever the interval and the load. */
    public static Tariff flat(Money base, long hour) {
        return new Tariff(base, hour, 0, 0, 1, 0, 0, 0);
    }

    /** The same prices for servers that each are worth several. */
    public Tariff times(int servers) {
        Money all = new Money(Math.multiplyExact(base.millionths(), servers));
        return new Tariff(
                all,
                hour,
                flexibility,
                lead,
                fullLead,
                surcharge,
                penalty,
                incentive,
                weights,
                lateness,
                hours,
                carbon == null ? null : carbon.times(servers));
    }

    public Tariff withDiscounts(int forFlexibility, int forLead, long full) {
        return new Tariff(
                base,
                hour,
                forFlexibility,
                forLead,
                full,
                surcharge,
                penalty,
                incentive,
                weights,
                lateness,
                hours,
                carbon);
    }

    public Tariff withSurcharge(int share) {
        return new Tariff(
                base, hour, flexibility, lead, fullLead, share, penalty, incentive, weights, lateness, hours, carbon);
    }

    public Tariff withFees(int forTaking, int forGiving) {
        return new Tariff(
                base,
                hour,
                flexibility,
                lead,
                fullLead,
                surcharge,
                forTaking,
                forGiving,
                weights,
                lateness,
                hours,
                carbon);
    }

    /** Factor of the hours from one time to another. */
    public int factor(long from, long to) {
        return hours == null ? ONE : hours.mean(from, to);
    }

    /**
     * Price of the demand.
     *
     * @param utilisation u, in millionths
     */
    public Money price(Demand demand, int utilisation) {
        return price(demand, utilisation, ONE);
    }

    /**
     * Price of the demand.
     *
     * @param utilisation u, in millionths
     * @param factor kappa, in millionths
     */
    public Money price(Demand demand, int utilisation, int factor) {
        long discount = (long) flexibility * phi(demand.slack(), demand.duration())
                + (long) lead * share(demand.lead(), fullLead);
        BigInteger whole = gross(demand)
                .multiply(SQUARE.subtract(BigInteger.valueOf(discount)))
                .multiply(SQUARE.add(BigInteger.valueOf((long) surcharge * utilisation)));
        BigInteger scale = scale(demand).multiply(SQUARE).multiply(SQUARE);
        return factor == ONE
                ? cents(whole, scale, RoundingMode.HALF_UP)
                : cents(whole.multiply(BigInteger.valueOf(factor)), scale.multiply(MILLION), RoundingMode.HALF_UP);
    }

    /** Lowest price of the demand at a factor of 1, however flexible it is. */
    public Money floor(Demand demand) {
        BigInteger left = BigInteger.valueOf(ONE - flexibility - lead);
        return cents(gross(demand).multiply(left), scale(demand).multiply(MILLION), RoundingMode.HALF_UP);
    }

    /**
     * Fee for a change of the agreement, beside the price: the penalty for work and flexibility that are taken away,
     * less the incentive for flexibility that is given. Both demands are those in the pool before the change;
     * flexibility is measured by the duration before it. Penalties are based on the higher of the two prices,
     * incentives on the lower: relaxing in steps and fixing again costs at least what it earned.
     */
    public Money fee(Demand before, Demand after, Money was, Money is) {
        return fee(before, after, was, is, penalty);
    }

    /**
     * The same.
     *
     * @param forWork the share of the price that is due for all of the work, in place of the penalty
     */
    public Money fee(Demand before, Demand after, Money was, Money is, int forWork) {
        Money higher = was.isAbove(is) ? was : is;
        Money lower = was.isAbove(is) ? is : was;
        int given = phi(after.slack(), before.duration()) - phi(before.slack(), before.duration());
        int shrunk = share(before.work() - after.work(), before.work());
        Money fee = part(was, forWork, shrunk);
        return given < 0
                ? fee.plus(part(higher, penalty, -given))
                : fee.minus(cents(product(lower, incentive, given), SQUARE, RoundingMode.DOWN));
    }

    /** The part of a price that is used up after a part of the time. */
    public static Money used(Money price, long part, long whole) {
        return cents(
                BigInteger.valueOf(price.millionths()).multiply(BigInteger.valueOf(part)),
                BigInteger.valueOf(whole),
                RoundingMode.HALF_UP);
    }

    /** Fee for giving up something of this price. */
    public Money cancellation(Money price) {
        return share(price, penalty);
    }

    /** A share of a price, given in millionths. */
    public static Money share(Money price, int share) {
        return part(price, share, ONE);
    }

    /** The flexibility of a job in millionths: its slack in relation to its duration, at most all of it. */
    private static int phi(long slack, long duration) {
        return share(slack, duration);
    }

    /** A part of a whole in millionths, rounded down; from nothing to all. */
    public static int share(long part, long whole) {
        if (part >= whole) {
            return ONE;
        }
        return part <= 0
                ? 0
                : BigInteger.valueOf(part)
                        .multiply(MILLION)
                        .divide(BigInteger.valueOf(whole))
                        .intValueExact();
    }

    private static Money part(Money of, int share, int ofShare) {
        return cents(product(of, share, ofShare), SQUARE, RoundingMode.HALF_UP);
    }

    private static BigInteger product(Money of, int share, int ofShare) {
        return BigInteger.valueOf(of.millionths()).multiply(BigInteger.valueOf((long) share * ofShare));
    }

    /**
     * Price before discounts and surcharge, in millionths of money times millionths of rate times units of time;
     * divided by {@link #scale} it is money.
     */
    private BigInteger gross(Demand demand) {
        BigInteger whole = BigInteger.valueOf(base.millionths())
                .multiply(BigInteger.valueOf(demand.servers()))
                .multiply(BigInteger.valueOf(demand.duration()))
                .multiply(BigInteger.valueOf(demand.rate().millionths()));
        return demand.part() == ONE ? whole : whole.multiply(BigInteger.valueOf(demand.part()));
    }

    private BigInteger scale(Demand demand) {
        BigInteger whole = BigInteger.valueOf(hour).multiply(MILLION);
        return demand.part() == ONE ? whole : whole.multiply(MILLION);
    }

    /**
     * Share of a whole server's price that a slice of it costs, in millionths, rounded up: by the weights of its parts, or
     * the largest share that it takes of a part (dominant share).
     */
    public int part(Slice slice, Parts parts) {
        if (slice.isWhole() || parts.isEmpty()) {
            return ONE;
        }
        long dominant = 0;
        long weighted = 0;
        long all = 0;
        for (Part part : parts.all()) {
            long share = share(slice, part);
            dominant = Math.max(dominant, share);
            long weight = weights.get(part.name());
            weighted += weight * share;
            all += weight * ONE;
        }
        long cost = all == 0 ? dominant : Math.ceilDiv(weighted, all / ONE);
        return (int) Math.min(ONE, cost);
    }

    private static long share(Slice slice, Part part) {
        Share share = slice.share();
        if (share != null && share.part().equals(part.name())) {
            return Math.ceilDiv((long) part.thousandths(share) * (ONE / Share.WHOLE), part.count());
        }
        return Math.ceilDiv(slice.amounts().get(part.name()) * ONE, part.count());
    }

    /** Millionths of money, given as a fraction, as an amount in cents. */
    private static Money cents(BigInteger numerator, BigInteger denominator, RoundingMode rounding) {
        BigDecimal amount =
                new BigDecimal(numerator).divide(new BigDecimal(denominator.multiply(MILLION)), 2, rounding);
        return Money.rounded(amount.min(MOST));
    }
}
