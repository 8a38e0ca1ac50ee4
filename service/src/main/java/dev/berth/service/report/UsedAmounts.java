package dev.berth.service.report;

import java.util.Map;

/**
 * How much was booked and what became of it.
 *
 * @param booked in server-milliseconds, as is {@code used}
 * @param cost in millionths of the unit of money
 * @param refused how many requests
 * @param asked what those asked for, in server-milliseconds
 * @param broken how many reservations were left without servers, so that their promises were not kept
 * @param lost what was promised and never given, in server-milliseconds
 * @param opportunistic what opportunistic jobs used beside all that, in server-milliseconds
 * @param parts what was booked and used of each part of hosts, by name; empty without hosts
 * @param grams the carbon dioxide that was expected for what was used, in grams; 0 where that is not known
 */
public record UsedAmounts(
        long booked,
        long used,
        long cost,
        long refused,
        long asked,
        long broken,
        long lost,
        long opportunistic,
        Map<String, PartUse> parts,
        long grams) {
    public UsedAmounts {
        parts = Map.copyOf(parts);
    }

    /** Amounts whose carbon dioxide is not known. */
    public UsedAmounts(
            long booked,
            long used,
            long cost,
            long refused,
            long asked,
            long broken,
            long lost,
            long opportunistic,
            Map<String, PartUse> parts) {
        this(booked, used, cost, refused, asked, broken, lost, opportunistic, parts, 0);
    }

    /** Amounts without parts. */
    public UsedAmounts(
            long booked, long used, long cost, long refused, long asked, long broken, long lost, long opportunistic) {
        this(booked, used, cost, refused, asked, broken, lost, opportunistic, Map.of());
    }

    public static final UsedAmounts NONE = new UsedAmounts(0, 0, 0);

    /** Amounts of reservations that had their servers. */
    public UsedAmounts(long booked, long used, long cost) {
        this(booked, used, cost, 0, 0, 0, 0, 0);
    }

    /** Amount of opportunistic jobs, in server-milliseconds. */
    static UsedAmounts opportunistic(long used) {
        return new UsedAmounts(0, 0, 0, 0, 0, 0, 0, used);
    }

    public UsedAmounts plus(UsedAmounts other) {
        return new UsedAmounts(
                booked + other.booked,
                used + other.used,
                cost + other.cost,
                refused + other.refused,
                sum(asked, other.asked),
                broken + other.broken,
                sum(lost, other.lost),
                opportunistic + other.opportunistic,
                PartUse.sum(parts, other.parts),
                grams + other.grams);
    }

    /** Saturating: anybody can ask for all the time in the world, again and again. */
    static long sum(long amount, long more) {
        return Math.min(Long.MAX_VALUE / 4, amount + more);
    }

    /** Booked, and not used. */
    public long idle() {
        return booked - used;
    }
}
