package dev.berth.service.report;

/**
 * How much was booked and what became of it.
 *
 * @param booked in server-milliseconds, as is {@code used}
 * @param cost in millionths of the unit of money
 * @param refused how many requests
 * @param asked what those asked for, in server-milliseconds
 */
public record Amounts(long booked, long used, long cost, long refused, long asked) {
    public static final Amounts NONE = new Amounts(0, 0, 0, 0, 0);

    public Amounts plus(Amounts other) {
        return new Amounts(
                booked + other.booked,
                used + other.used,
                cost + other.cost,
                refused + other.refused,
                sum(asked, other.asked));
    }

    /** Saturating: anybody can ask for all the time in the world, again and again. */
    static long sum(long asked, long more) {
        return Math.min(Long.MAX_VALUE / 4, asked + more);
    }

    /** Booked, and not used. */
    public long idle() {
        return booked - used;
    }
}
