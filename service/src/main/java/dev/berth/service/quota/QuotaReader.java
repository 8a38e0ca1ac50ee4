package dev.berth.service.quota;

import dev.berth.service.account.Quota;
import dev.berth.wire.Fields;
import org.jspecify.annotations.Nullable;

/** Reads {@code {serverHours, window}}, in requests and in {@code site.yaml}. */
public final class QuotaReader {
    private QuotaReader() {}

    /** The quota, or null if anything is wrong with it. */
    public static @Nullable Quota read(Fields fields) {
        return read(fields, "serverHours");
    }

    private static @Nullable Quota read(Fields fields, String hours) {
        fields.require(hours);
        fields.require("window");
        Long amount = fields.parsed(hours, "must be a decimal above \"0\"", QuotaReader::serverMillis);
        Long window = fields.positiveDuration("window");
        if (window != null && window > Usage.LONGEST_WINDOW) {
            fields.fault("window", "must be at most 400 days");
        }
        fields.closed();
        return amount == null || window == null ? null : new Quota(amount, window);
    }

    /** Reads the quota of a part, {@code {hours, window}}; null if anything is wrong with it. */
    public static @Nullable Quota readPart(Fields fields) {
        return read(fields, "hours");
    }

    private static long serverMillis(String text) {
        if (!text.matches("[0-9]{1,10}(\\.[0-9]{1,3})?")) {
            throw new IllegalArgumentException("not a decimal");
        }
        long amount = Limits.serverMillis(text);
        if (amount == 0) {
            throw new IllegalArgumentException("nothing at all");
        }
        return amount;
    }
}
