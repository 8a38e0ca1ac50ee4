package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Role;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import java.util.List;

/** {@code /health} and {@code /metrics}: for whoever keeps the service running. */
final class OperationResource {
    private final Office office;
    private final Figures figures;
    private final String site;

    OperationResource(Office office, Figures figures, String site) {
        this.office = office;
        this.figures = figures;
        this.site = site;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/health", null, this::health),
                new Endpoint("GET", "/metrics", Role.VIEWER, this::metrics));
    }

    private Answer health(Call call) {
        boolean writable = office.isWritable();
        ObjectNode node = Json.object()
                .put("status", writable ? "ok" : "read-only")
                .put("site", site)
                .put("time", Times.instant(office.now()));
        return Answer.json(writable ? 200 : 503, node);
    }

    private Answer metrics(Call call) {
        return Answer.text("text/plain; version=0.0.4; charset=utf-8", figures.text());
    }
}
