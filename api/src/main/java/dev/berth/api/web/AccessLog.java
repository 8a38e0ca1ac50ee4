package dev.berth.api.web;

import dev.berth.api.Api;
import dev.berth.api.log.Log;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** A record in the log for every request, while that is wanted; otherwise nothing is measured or kept. */
public final class AccessLog {
    private static final Logger LOG = LoggerFactory.getLogger(Log.ACCESS);

    /** Secrets are 43 characters long; none belongs into the log, even if somebody sends it to a wrong address. */
    private static final Pattern SECRETS = Pattern.compile("[A-Za-z0-9_-]{32,}");

    private static final int LONGEST_ID = 100;

    private final LongSupplier nanos;
    private volatile boolean isOn;

    public AccessLog(boolean isOn) {
        this(isOn, System::nanoTime);
    }

    AccessLog(boolean isOn, LongSupplier nanos) {
        this.isOn = isOn;
        this.nanos = nanos;
    }

    public void set(boolean wanted) {
        isOn = wanted;
    }

    /** Details of a request that are learned while it is answered. */
    final class Visit implements Api.Observer {
        private final long begun = nanos.getAsLong();
        private String account = "";
        private String address = "";

        @Override
        public void matched(String path) {
            address = path;
        }

        @Override
        public void entered(String name) {
            account = name;
        }

        /**
         * Writes the record.
         *
         * @param bytes of the body of the answer; negative if nobody has counted them
         */
        void over(ServerRequest request, String client, int status, long bytes) {
            LoggingEventBuilder line = LOG.atInfo()
                    .addKeyValue("method", request.prologue().method().text())
                    .addKeyValue("path", path(request.prologue().uriPath().rawPath(), address))
                    .addKeyValue("status", status)
                    .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - begun));
            if (bytes >= 0) {
                line = line.addKeyValue("bytes", bytes);
            }
            if (!account.isEmpty()) {
                line = line.addKeyValue("account", account);
            }
            String id =
                    request.headers().first(HeaderNames.create("X-Request-ID")).orElse("");
            if (!id.isEmpty()) {
                line = line.addKeyValue("request", id.substring(0, Math.min(id.length(), LONGEST_ID)));
            }
            line.addKeyValue("client", client).log("Request");
        }
    }

    /** Null while nobody wants to know. */
    @org.jspecify.annotations.Nullable
    Visit begin() {
        return isOn ? new Visit() : null;
    }

    /** Without the query, in which secrets may be, and without the secrets of calendar links. */
    static String path(String raw, String matched) {
        if (matched.contains("{secret}")) {
            return Api.ROOT + matched;
        }
        return matched.isEmpty() ? SECRETS.matcher(raw).replaceAll("...") : raw;
    }
}
