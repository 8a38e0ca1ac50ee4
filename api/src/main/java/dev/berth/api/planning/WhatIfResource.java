package dev.berth.api.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.ProblemJson;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Role;
import dev.berth.service.quota.Limits;
import dev.berth.service.quota.OverLimit;
import dev.berth.site.PartTime;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.ReservationJson;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code /whatif}: decides and keeps nothing. */
public final class WhatIfResource {
    private static final int MOST = 100;

    private final SiteAccess access;

    public WhatIfResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/whatif", Role.USER, this::decide).alsoWhenFull());
    }

    private Answer decide(Call call) {
        Fields fields = call.body();
        List<Function<View, Command>> asked = fields.objects("commands", MOST).stream()
                .map(command -> new CommandReader(command, call.account(), access.now(), access::isRun).read())
                .toList();
        fields.closed().check();
        return access.readInTurn(call, view -> {
            List<Command> commands =
                    asked.stream().map(command -> command.apply(view)).toList();
            ObjectNode node = Json.object();
            ArrayNode decisions = node.putArray("decisions");
            view.whatIf(commands)
                    .forEach(decision -> decisions.add(json(decision, new VisibleReservations(view, call.account()))));
            return Answer.ok(node);
        });
    }

    private static ObjectNode json(Decision decision, VisibleReservations visible) {
        ObjectNode node = Json.object().put("accepted", !(decision instanceof Decision.Refused));
        if (decision instanceof Decision.Refused refused) {
            node.set("refusal", ProblemJson.of(SiteAccess.problem(visible.view(), refused.refusal(), null)));
        }
        if (decision instanceof Decision.Accepted accepted) {
            limit(accepted, visible).ifPresent(limit -> node.set("limit", ProblemJson.of(OverLimit.problem(limit))));
            node.set("quote", ReservationJson.quote(accepted.quote()));
            ArrayNode reservations = node.putArray("reservations");
            accepted.events().stream()
                    .flatMap(WhatIfResource::touched)
                    .forEach(reservation -> reservations.add(seen(reservation, visible)));
        }
        return node;
    }

    /** Limit of the asker that a new reservation would break. */
    private static Optional<Limits.Broken> limit(Decision.Accepted accepted, VisibleReservations visible) {
        return accepted.events().stream()
                .flatMap(WhatIfResource::made)
                .flatMap(made -> Limits.foreseen(
                        visible.view(), visible.account().name(), ServerTimeClaim.of(PartTime.of(visible.view()), made))
                        .stream())
                .findFirst();
    }

    private static Stream<Reservation> made(Event event) {
        return switch (event) {
            case Event.Reserved reserved -> Stream.of(reserved.reservation());
            case Event.Held held -> Stream.of(held.reservation());
            case Event.PoolAdded e -> Stream.empty();
            case Event.ServersAdded e -> Stream.empty();
            case Event.RoundsSet e -> Stream.empty();
            case Event.LicencesSet e -> Stream.empty();
            case Event.PolicySet e -> Stream.empty();
            case Event.Queued e -> Stream.empty();
            case Event.Deferred e -> Stream.empty();
            case Event.TurnedAway e -> Stream.empty();
            case Event.Confirmed e -> Stream.empty();
            case Event.Moved e -> Stream.empty();
            case Event.StartsEarly e -> Stream.empty();
            case Event.TariffSet e -> Stream.empty();
            case Event.Changed e -> Stream.empty();
            case Event.Renamed e -> Stream.empty();
            case Event.Repacked e -> Stream.empty();
            case Event.Bound e -> Stream.empty();
            case Event.Shunned e -> Stream.empty();
            case Event.Started e -> Stream.empty();
            case Event.Closed e -> Stream.empty();
            case Event.OutagePlanned e -> Stream.empty();
            case Event.OutageEnded e -> Stream.empty();
            case Event.TimeAdvanced e -> Stream.empty();
            case Event.Degraded e -> Stream.empty();
            case Event.Recovered e -> Stream.empty();
            case Event.Opportunistic e -> Stream.empty();
            case Event.Waitlist e -> Stream.empty();
        };
    }

    private static ObjectNode seen(Reservation reservation, VisibleReservations visible) {
        String state = ReservationJson.state(reservation);
        return visible.account().owns(reservation.job().user())
                ? visible.details(reservation, state)
                : visible.others(reservation, state);
    }

    /** Reservations that have a place after the event, as they then are. Nobody is told of tentative hosts, nor that they change. */
    private static Stream<Reservation> touched(Event event) {
        return event instanceof Event.Degraded || event instanceof Event.Repacked
                ? Stream.empty()
                : event.reservations().stream();
    }
}
