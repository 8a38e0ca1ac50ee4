package dev.berth.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options that say on which servers a job runs: its pool, its host or several hosts, and attributes of pools. */
public final class PlaceOptions {
    private @Nullable String pool;
    private @Nullable String host;
    private boolean spread;
    private final Map<String, String> attributes = new LinkedHashMap<>();

    void declarePool(Syntax syntax) {
        syntax.text("--pool", "POOL", "Restrict to this pool", value -> pool = value);
        syntax.text(
                        "--require",
                        "NAME=VALUE",
                        "Restrict to pools with this attribute, such as gpu=h100; may be repeated",
                        this::require)
                .repeatable();
    }

    void declareHost(Syntax syntax) {
        syntax.text("--host", "HOST", "Restrict to servers of this host", value -> host = value);
        syntax.flag(
                "--spread",
                "Let the servers be on several hosts. Default: all on one, in pools whose hosts have several",
                () -> spread = true);
    }

    private void require(String pair) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new BadInput("--require: \"%s\" must be NAME=VALUE, such as gpu=h100".formatted(pair));
        }
        attributes.put(pair.substring(0, equals), pair.substring(equals + 1));
    }

    /** Whether they say on which servers. */
    public boolean areGiven() {
        return pool != null || host != null || !attributes.isEmpty();
    }

    /** The pool that is named; null if none is. */
    public @Nullable String pool() {
        return pool;
    }

    /** The host that is named; null if none is. */
    public @Nullable String host() {
        return host;
    }

    /** Whether the servers may be on several hosts. */
    public boolean isSpread() {
        return spread;
    }

    public void restrictTo(String onlyPool) {
        pool = onlyPool;
    }

    /** Restricts it to servers of one host. */
    public void restrictToHost(String onlyHost) {
        host = onlyHost;
        spread = false;
    }

    /** Adds them to a job; attributes that it has already stay. */
    void addTo(ObjectNode job) {
        if (pool != null) {
            job.put("pool", pool);
        }
        if (host != null) {
            job.put("host", host);
        }
        if (spread) {
            job.put("spread", true);
        }
        if (!attributes.isEmpty()) {
            ObjectNode required =
                    job.path("attributes") instanceof ObjectNode said ? said : job.putObject("attributes");
            attributes.forEach(required::put);
        }
    }
}
