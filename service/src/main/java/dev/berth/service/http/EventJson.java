package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Names;
import dev.berth.service.wire.ReservationJson;
import dev.berth.service.wire.Times;
import dev.berth.service.workflow.PlanNews;
import java.util.List;

/** Events of the book as an account may see them; one event may be several, or nothing anybody needs to know. */
record EventJson(Account account, long time) {
    List<ObjectNode> of(Event event) {
        return switch (event) {
            case Event.PoolAdded e -> pool("pool-added", e.pool().id());
            case Event.ServersAdded e -> pool("servers-added", e.pool());
            case Event.TariffSet e -> pool("tariff-set", e.pool());
            case Event.OutagePlanned e -> pool("outage-planned", e.pool());
            case Event.OutageEnded e -> pool("outage-ended", e.pool());
            case Event.Reserved e -> whole("reserved", e.reservation());
            case Event.Queued e ->
                account.owns(e.request().job().user())
                        ? id("queued", e.request().id())
                        : List.of();
            case Event.Deferred e ->
                e.requests().stream()
                        .flatMap(request -> id("deferred", request).stream())
                        .toList();
            case Event.TurnedAway e ->
                List.of(kind("turned-away")
                        .put("id", e.request().toString())
                        .put("code", e.reason().code()));
            case Event.RoundsSet e -> List.of();
            case Event.Held e -> whole("held", e.reservation());
            case Event.Changed e -> whole("changed", e.reservation());
            case Event.Recovered e -> whole("recovered", e.reservation());
            case Event.Moved e ->
                e.reservations().stream()
                        .flatMap(reservation -> whole("moved", reservation).stream())
                        .toList();
            case Event.Degraded e ->
                List.of(kind("degraded")
                        .put("id", e.reservation().id().toString())
                        .set("reservation", seen(e.reservation(), "degraded")));
            case Event.Confirmed e -> id("confirmed", e.reservation());
            case Event.Renamed e -> id("renamed", e.reservation());
            case Event.Started e -> id("started", e.reservation());
            case Event.Closed e -> {
                ObjectNode node = kind("closed").put("id", e.reservation().toString());
                yield List.of(node.put("cause", Names.of(e.cause())));
            }
            case Event.TimeAdvanced e -> List.of();
            case Event.Opportunistic e -> List.of();
        };
    }

    /** News of a plan, for those who may see it. */
    List<ObjectNode> of(PlanNews.Line line) {
        if (!account.owns(line.owner())) {
            return List.of();
        }
        String what = Names.of(line.what());
        ObjectNode node = switch (line.what()) {
            case BOOKED, REPLANNED, RELEASED -> kind("plan-" + what).put("plan", "w" + line.plan());
            case PROVISION_BOOKED, PROVISION_RELEASED -> kind(what).put("provision", "p" + line.plan());
        };
        return List.of(node.put("name", line.name()).put("user", line.owner()));
    }

    /** How far a search is, for those who may see it. */
    List<ObjectNode> of(News.Remark remark) {
        return account.owns(remark.owner()) ? List.of(remark.event()) : List.of();
    }

    ObjectNode kind(String kind) {
        return Json.object().put("kind", kind).put("time", Times.instant(time));
    }

    private List<ObjectNode> pool(String kind, PoolId pool) {
        return List.of(kind(kind).put("pool", pool.name()));
    }

    private List<ObjectNode> id(String kind, ReservationId id) {
        return List.of(kind(kind).put("id", id.toString()));
    }

    private List<ObjectNode> whole(String kind, Reservation reservation) {
        ObjectNode node = kind(kind).put("id", reservation.id().toString());
        node.set("reservation", seen(reservation, ReservationJson.state(reservation)));
        return List.of(node);
    }

    private ObjectNode seen(Reservation reservation, String state) {
        return account.owns(reservation.job().user())
                ? ReservationJson.details(reservation, state)
                : ReservationJson.busy(reservation, state);
    }
}
