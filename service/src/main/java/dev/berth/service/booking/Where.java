package dev.berth.service.booking;

import dev.berth.wire.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Where a job is wanted, beside what it requires of a pool.
 *
 * @param host the host that all its servers must be on; null for any
 * @param unit what the servers must be called, such as gpu; null for any
 * @param isSpread whether its servers may be on several hosts
 */
public record Where(@Nullable String host, @Nullable String unit, boolean isSpread) {
    public static final Where ANYWHERE = new Where(null, null, false);

    private static final int LONGEST = 253;

    /** Reads it from the fields of a job. */
    public static Where read(Fields fields) {
        String host = fields.text("host", LONGEST);
        String unit = fields.text("unit", 20);
        boolean isSpread = fields.flag("spread");
        if (host != null && isSpread) {
            fields.fault("spread", "cannot be combined with host: all servers are on that host");
        }
        return new Where(host, unit, isSpread);
    }

    public boolean isAnywhere() {
        return equals(ANYWHERE);
    }
}
