package dev.berth.api;

import dev.berth.wire.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits on what strangers and users may ask of the service: {@code limits} of {@code site.yaml}.
 *
 * @param requestsPerSecond for each user, with all tokens together
 * @param strangersPerSecond failed attempts to sign in, for each address and for each account
 */
public record RequestLimits(
        int requestsPerSecond, int strangersPerSecond, int bodyBytes, Duration longestHold, Shares shares) {
    public static final RequestLimits DEFAULT = new RequestLimits(1_000, 20, 1 << 20, Duration.ofHours(1));

    public RequestLimits(int requestsPerSecond, int strangersPerSecond, int bodyBytes, Duration longestHold) {
        this(requestsPerSecond, strangersPerSecond, bodyBytes, longestHold, Shares.DEFAULT);
    }

    /**
     * Share of one user in what the service keeps in memory.
     *
     * @param offersPerUser that can still be booked
     * @param streamsPerUser event streams that are open, and {@code streams} those of all users together
     */
    public record Shares(int tokensPerUser, int offersPerUser, int streamsPerUser, int streams) {
        public static final Shares DEFAULT = new Shares(50, 1_000, 20, 1_000);

        private static Shares read(Fields fields) {
            return new Shares(
                    fields.whole("tokensPerUser", 1, 10_000, DEFAULT.tokensPerUser()),
                    fields.whole("offersPerUser", 1, 50_000, DEFAULT.offersPerUser()),
                    fields.whole("streamsPerUser", 1, 100_000, DEFAULT.streamsPerUser()),
                    fields.whole("streams", 1, 100_000, DEFAULT.streams()));
        }
    }

    public RequestLimits withShares(Shares others) {
        return new RequestLimits(requestsPerSecond, strangersPerSecond, bodyBytes, longestHold, others);
    }

    /** Reads them; the default if there are none. */
    public static RequestLimits read(@Nullable Fields fields) {
        if (fields == null) {
            return DEFAULT;
        }
        int requests = fields.whole("requestsPerSecond", 1, 10_000_000, DEFAULT.requestsPerSecond());
        int strangers = fields.whole("strangersPerSecond", 1, 10_000_000, DEFAULT.strangersPerSecond());
        int body = fields.whole("bodyBytes", 1_000, 100_000_000, DEFAULT.bodyBytes());
        Long hold = fields.positiveDuration("longestHold");
        Shares shares = Shares.read(fields);
        fields.closed();
        return new RequestLimits(
                requests, strangers, body, hold == null ? DEFAULT.longestHold() : Duration.ofMillis(hold), shares);
    }
}
