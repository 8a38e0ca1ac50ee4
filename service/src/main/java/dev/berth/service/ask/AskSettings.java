package dev.berth.service.ask;

import dev.berth.wire.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How owners are asked for flexibility: {@code asks} of {@code site.yaml}.
 *
 * @param automatic whether the service asks by itself when a job finds no room
 * @param discount share of the price that it offers, and that operators offer who say nothing else, in millionths
 * @param later by how much a deadline may be asked to be later, in milliseconds, and {@code expiry} how long an ask is open
 * @param perDay how often an account is asked within a day, at most
 * @param owners how many are asked for room for one job, at most
 * @param hold how long the job is held for its user once an owner has accepted
 */
public record AskSettings(boolean automatic, int discount, long later, long expiry, int perDay, int owners, long hold) {
    public static final AskSettings DEFAULT = new AskSettings(
            false,
            200_000,
            Duration.ofHours(6).toMillis(),
            Duration.ofHours(2).toMillis(),
            3,
            3,
            Duration.ofMinutes(30).toMillis());

    private static final long LONGEST = Duration.ofDays(30).toMillis();

    /** Reads them; what is not there has its default. */
    public static AskSettings read(@Nullable Fields fields) {
        if (fields == null) {
            return DEFAULT;
        }
        AskSettings read = new AskSettings(
                fields.flag("automatic"),
                fields.has("discount") ? fields.share("discount", 1) : DEFAULT.discount,
                time(fields, "later", DEFAULT.later),
                time(fields, "expiry", DEFAULT.expiry),
                fields.whole("perDay", 1, 100, DEFAULT.perDay),
                fields.whole("owners", 1, 10, DEFAULT.owners),
                time(fields, "hold", DEFAULT.hold));
        fields.closed();
        return read;
    }

    private static long time(Fields fields, String field, long otherwise) {
        Long time = fields.positiveDuration(field);
        if (time == null) {
            return otherwise;
        }
        if (time > LONGEST) {
            fields.fault(field, "must be at most P30D");
        }
        return time;
    }
}
