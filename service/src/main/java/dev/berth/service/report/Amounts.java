package dev.berth.service.report;

/**
 * How much was booked and what became of it.
 *
 * @param booked in server-milliseconds, as is {@code used}
 * @param cost in millionths of the unit of money
 * @param refused how many requests
 */
public record Amounts(long booked, long used, long cost, long refused) {
    public static final Amounts NONE = new Amounts(0, 0, 0, 0);

    public Amounts plus(Amounts other) {
        return new Amounts(booked + other.booked, used + other.used, cost + other.cost, refused + other.refused);
    }

    /** Booked, and not used. */
    public long idle() {
        return booked - used;
    }
}
