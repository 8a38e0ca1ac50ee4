package dev.berth.service.waitlist;

import dev.berth.wire.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How users wait for what comes free: {@code waiting} of {@code site.yaml}.
 *
 * @param hold how long what came free is held for those who want to be told, in milliseconds
 * @param decline how long what was booked from the list may be declined, free of charge
 * @param perUser entries of one account that may wait at a time, with those that were served and may still be declined
 */
public record WaitlistSettings(long hold, long decline, int perUser) {
    public static final WaitlistSettings DEFAULT = new WaitlistSettings(
            Duration.ofMinutes(30).toMillis(), Duration.ofHours(1).toMillis(), 20);

    private static final long LONGEST = Duration.ofDays(7).toMillis();

    /** Reads them; what is not there has its default. */
    public static WaitlistSettings read(@Nullable Fields fields) {
        if (fields == null) {
            return DEFAULT;
        }
        WaitlistSettings read = new WaitlistSettings(
                time(fields, "hold", DEFAULT.hold),
                time(fields, "decline", DEFAULT.decline),
                fields.whole("perUser", 0, 1_000, DEFAULT.perUser));
        fields.closed();
        return read;
    }

    private static long time(Fields fields, String field, long otherwise) {
        Long time = fields.positiveDuration(field);
        if (time == null) {
            return otherwise;
        }
        if (time > LONGEST) {
            fields.fault(field, "must be at most P7D");
        }
        return time;
    }
}
