package dev.berth.service.use;

import dev.berth.wire.Fields;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rule for idle reservations of a pool: {@code idle} in site.yaml.
 *
 * @param below percent of what is booked, below which it is idle
 * @param after how long it has to be idle, in milliseconds
 * @param then what is done about it
 * @param keep for how long "I need it" holds, in milliseconds
 */
public record IdleRule(int below, long after, Then then, long keep) {
    /** Percent below which a reservation counts as idle in pools without a rule. */
    static final int USUAL_BELOW = 5;

    /** Longest time for which a reservation can be kept. */
    public static final long LONGEST_KEEP = Duration.ofDays(7).toMillis();

    /** How long "I need it" holds in pools without a rule. */
    static final long USUAL_KEEP = Duration.ofHours(2).toMillis();

    private static final long SHORTEST = Duration.ofMinutes(5).toMillis();
    private static final int KEEP_FACTOR = 4;
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2})\\s*%?");

    /** Action on an idle reservation. */
    public enum Then {
        /** Its owner is told, and nothing more. */
        WARN,
        /** Its owner is told, then the servers that nobody uses are given back; all of them end it. */
        SHRINK,
        /** Its owner is told, then it is ended. */
        END
    }

    /** Reads the field of a pool; null if there is none. */
    public static @Nullable IdleRule read(Fields pool) {
        Fields fields = pool.object("idle");
        if (fields == null) {
            return null;
        }
        Integer below = fields.parsed("below", "must be a percentage from 1% to 50%, such as 5%", IdleRule::percent);
        fields.require("for");
        Long after = fields.positiveDuration("for");
        if (after != null && (after < SHORTEST || after > LONGEST_KEEP)) {
            fields.fault("for", "must be from PT5M to P7D");
        }
        fields.require("then");
        Then then = fields.oneOf("then", Then.class);
        Long keep = fields.positiveDuration("keep");
        if (keep != null && keep > LONGEST_KEEP) {
            fields.fault("keep", "must be at most P7D");
        }
        fields.closed();
        if (after == null || then == null) {
            return null;
        }
        return new IdleRule(
                below == null ? USUAL_BELOW : below,
                after,
                then,
                keep == null ? Math.min(LONGEST_KEEP, KEEP_FACTOR * after) : keep);
    }

    private static Integer percent(String text) {
        Matcher percent = PERCENT.matcher(text);
        if (!percent.matches()) {
            throw new IllegalArgumentException("no percentage");
        }
        int value = Integer.parseInt(percent.group(1));
        if (value < 1 || value > 50) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }
}
