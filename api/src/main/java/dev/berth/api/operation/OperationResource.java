package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.watch.Metrics;
import dev.berth.service.account.Role;
import dev.berth.site.ClockState;
import dev.berth.site.TrustedClock;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.ArrayList;
import java.util.List;

/** {@code /health} and {@code /metrics}: for the operator. */
public final class OperationResource {
    private final SiteAccess access;
    private final Metrics metrics;
    private final String site;
    private final TrustedClock clock;
    private final boolean hasCluster;
    private final boolean isBroker;

    public OperationResource(
            SiteAccess access, Metrics metrics, String site, TrustedClock clock, boolean hasCluster, boolean isBroker) {
        this.access = access;
        this.metrics = metrics;
        this.site = site;
        this.clock = clock;
        this.hasCluster = hasCluster;
        this.isBroker = isBroker;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/health", null, this::health).here(),
                new Endpoint("GET", "/health/live", null, this::live).here(),
                new Endpoint("GET", "/metrics", Role.VIEWER, this::metrics).here());
    }

    private Answer health(Call call) {
        boolean writable = access.isWritable();
        ClockState state = clock.state();
        List<String> troubles = new ArrayList<>();
        if (!writable) {
            troubles.add(
                    "The journal cannot be written. Reads go on; make room on its disk or see the log for the reason.");
        }
        if (state.isStopped()) {
            troubles.add(state.explanation());
        }
        ObjectNode node = Json.object()
                .put("status", !writable ? "read-only" : state.isStopped() ? "time-stopped" : "ok")
                .put("site", site)
                .put("time", Times.instant(state.time()));
        if (hasCluster) {
            node.put("cluster", true);
        }
        if (isBroker) {
            node.put("broker", true);
        }
        if (!troubles.isEmpty()) {
            node.put("detail", String.join(" ", troubles));
        }
        return Answer.json(troubles.isEmpty() ? 200 : 503, node);
    }

    /** For supervisors, which restart what does not answer: neither a full disk nor a wrong clock is cured by that. */
    private Answer live(Call call) {
        return Answer.ok(Json.object().put("status", "alive"));
    }

    private Answer metrics(Call call) {
        return Answer.text("text/plain; version=0.0.4; charset=utf-8", metrics.text());
    }
}
