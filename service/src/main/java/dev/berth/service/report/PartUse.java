package dev.berth.service.report;

import java.util.Map;
import java.util.TreeMap;

/** Time of one part that was booked, and how much of it was used; in part-milliseconds. */
public record PartUse(long booked, long used) {
    PartUse plus(PartUse other) {
        return new PartUse(UsedAmounts.sum(booked, other.booked), UsedAmounts.sum(used, other.used));
    }

    /** Sums by the name of the part. */
    static Map<String, PartUse> sum(Map<String, PartUse> one, Map<String, PartUse> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        Map<String, PartUse> sum = new TreeMap<>(one);
        other.forEach((part, use) -> sum.merge(part, use, PartUse::plus));
        return sum;
    }
}
