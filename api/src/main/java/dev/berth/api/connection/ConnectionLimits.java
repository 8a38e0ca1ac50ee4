package dev.berth.api.connection;

import dev.berth.wire.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many connections clients may have, and how long each may keep the service waiting: {@code connections} of
 * {@code site.yaml}.
 *
 * @param most in all; fewer if the process may not have as many files open
 * @param perAddress from one address. Behind a proxy all connections come from the proxy: name it in {@code trustedProxies},
 *     and this does not count for it
 * @param firstRequest from connecting until the first request has arrived without its body, TLS handshake included
 * @param idle from one request to the next
 * @param stalled while a body or an answer is on its way and nothing of it gets through
 */
public record ConnectionLimits(int most, int perAddress, Duration firstRequest, Duration idle, Duration stalled) {
    public static final ConnectionLimits DEFAULT =
            new ConnectionLimits(4_096, 1_024, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(30));

    public static ConnectionLimits read(@Nullable Fields fields) {
        if (fields == null) {
            return DEFAULT;
        }
        int most = fields.whole("most", 1, 1_000_000, DEFAULT.most());
        int perAddress = fields.whole("perAddress", 1, 1_000_000, Math.min(most, DEFAULT.perAddress()));
        Duration first = duration(fields, "firstRequest", DEFAULT.firstRequest());
        Duration idle = duration(fields, "idle", DEFAULT.idle());
        Duration stalled = duration(fields, "stalled", DEFAULT.stalled());
        fields.closed();
        return new ConnectionLimits(most, perAddress, first, idle, stalled);
    }

    private static Duration duration(Fields fields, String field, Duration otherwise) {
        Long millis = fields.positiveDuration(field);
        return millis == null ? otherwise : Duration.ofMillis(millis);
    }
}
