package dev.berth.engine.agreement;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Window;
import java.math.BigInteger;
import java.util.Comparator;

/**
 * Terms that the book would accept now: {@code Reserve(job)} and {@code Hold(job, until)} are granted as long as
 * nothing else changes.
 *
 * @param job the job as asked, with other terms
 * @param placement where it would go
 * @param phi by how much the interval departs from the one asked for, in millionths of the duration (netto 3.2)
 * @param grams the carbon dioxide that is expected, in grams; 0 if that is not known
 */
public record Offer(Family family, Job job, Placement placement, Money price, long phi, long grams) {
    /** Where the carbon dioxide is not known. */
    public Offer(Family family, Job job, Placement placement, Money price, long phi) {
        this(family, job, placement, price, phi, 0);
    }

    /**
     * netto 3.2: |OPT_D - D| / T^e for a later deadline, |OPT_T^r - T^r| / T^e for an earlier ready time; for both at
     * once the sum. T^e is the duration of what is offered; rounded down.
     */
    public static long phi(Job asked, Job offered, Window window) {
        long departure =
                Math.max(0, offered.deadline() - asked.deadline()) + Math.max(0, asked.ready() - offered.ready());
        return inDurations(departure, window.length());
    }

    /** A departure in millionths of a duration; exact, because a time times a million may not fit. */
    public static long inDurations(long departure, long duration) {
        return BigInteger.valueOf(departure)
                .multiply(BigInteger.valueOf(Tariff.ONE))
                .divide(BigInteger.valueOf(duration))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    /** Order of offers: the job as asked first, whatever the wish; then by the wish, by family and by start. */
    public static Comparator<Offer> order(Wish.Ranking by) {
        Comparator<Offer> wished = switch (by) {
            case PHI -> Comparator.comparingLong(Offer::phi);
            case PRICE -> Comparator.comparing(Offer::price);
            case START -> Comparator.comparingLong(Offer::start);
        };
        return Comparator.<Offer, Boolean>comparing(offer -> offer.family != Family.AS_ASKED)
                .thenComparing(wished)
                .thenComparing(Offer::family)
                .thenComparingLong(Offer::start);
    }

    private long start() {
        return placement.window().start();
    }

    /** Whether it adds nothing to an offer that was found before: it has the same placement and is no cheaper. */
    public boolean repeats(Offer other) {
        return placement.equals(other.placement) && price.compareTo(other.price) >= 0;
    }
}
