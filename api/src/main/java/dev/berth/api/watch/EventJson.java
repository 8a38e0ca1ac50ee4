package dev.berth.api.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.service.ask.Ask;
import dev.berth.service.ask.AskFact;
import dev.berth.service.report.UseFact;
import dev.berth.service.waitlist.WaitEntry;
import dev.berth.service.workflow.PlanNews;
import dev.berth.site.Visibility;
import dev.berth.wire.IdKind;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.Times;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Events of the book as they are told; one event may be several, or nothing anybody needs to know. Others learn of
 * reservations what the timetable shows them, and of requests that wait nothing.
 *
 * @param applicants the owners of the requests among the ids
 * @param visibility what others learn of reservations
 * @param hosts the pools whose servers have parts: nobody is told of a host on which somebody waits
 */
public record EventJson(long time, Map<ReservationId, String> applicants, Visibility visibility, Set<PoolId> hosts) {
    /** Nobody's name: what is told to it alone, is told to operators. */
    private static final String OPERATORS_ONLY = "";

    public List<ToldEvent> of(Event event) {
        return switch (event) {
            case Event.PoolAdded e -> pool("pool-added", e.pool().id());
            case Event.ServersAdded e -> pool("servers-added", e.pool());
            case Event.TariffSet e -> pool("tariff-set", e.pool());
            case Event.OutagePlanned e -> pool("outage-planned", e.pool());
            case Event.OutageEnded e -> pool("outage-ended", e.pool());
            case Event.Reserved e -> whole("reserved", e.reservation());
            case Event.Queued e ->
                List.of(ToldEvent.only(
                        e.request().job().user(), id("queued", e.request().id())));
            case Event.Deferred e ->
                e.requests().stream()
                        .map(request -> ToldEvent.only(applicant(request), id("deferred", request)))
                        .toList();
            case Event.TurnedAway e ->
                List.of(ToldEvent.only(
                        applicant(e.request()),
                        id("turned-away", e.request()).put("code", e.reason().code())));
            case Event.RoundsSet e -> List.of();
            case Event.LicencesSet e -> List.of();
            case Event.PolicySet e -> List.of();
            case Event.Held e -> whole("held", e.reservation());
            case Event.Changed e -> whole("changed", e.reservation());
            case Event.Recovered e -> whole("recovered", e.reservation());
            case Event.Moved e ->
                e.reservations().stream()
                        .flatMap(reservation -> whole("moved", reservation).stream())
                        .toList();
            case Event.StartsEarly e -> early(e);
            case Event.Degraded e -> whole("degraded", e.reservation(), "degraded");
            case Event.Confirmed e -> List.of(ToldEvent.everybody(id("confirmed", e.reservation())));
            case Event.Renamed e -> List.of(ToldEvent.everybody(id("renamed", e.reservation())));
            // Nobody is told of tentative hosts, so that a change of them is no news.
            case Event.Repacked e -> List.of();
            case Event.Bound e -> List.of(ToldEvent.everybody(servers("bound", e.reservation(), e.servers())));
            case Event.Started e -> List.of(ToldEvent.everybody(servers("started", e.reservation(), e.servers())));
            case Event.Closed e -> List.of(closed(e));
            case Event.TimeAdvanced e -> List.of();
            case Event.Shunned e -> List.of();
            case Event.Opportunistic e -> List.of(of(e.turn()));
            // Owners are told of what becomes of their entries, by facts.
            case Event.Waitlist e -> List.of();
        };
    }

    /** An opportunistic job at work is on the timetable for all to see; one that waits is not. */
    private ToldEvent of(Turn turn) {
        return switch (turn) {
            case Turn.Queued t ->
                ToldEvent.only(
                        t.opportunist().user(),
                        opportunist("opportunist-queued", t.opportunist().id())
                                .put("name", t.opportunist().job().name()));
            case Turn.Began t -> {
                ObjectNode node = opportunist("opportunist-began", t.opportunist())
                        .put("pool", t.pool().name());
                node.set("serverNumbers", ReservationJson.numbers(t.servers()));
                yield ToldEvent.everybody(node);
            }
            case Turn.Preempted t -> ToldEvent.everybody(opportunist("opportunist-made-way", t.opportunist()));
            case Turn.Ended t -> ToldEvent.everybody(opportunist("opportunist-ended", t.opportunist()));
            case Turn.Cancelled t -> ToldEvent.everybody(opportunist("opportunist-withdrawn", t.opportunist()));
        };
    }

    private ObjectNode opportunist(String kind, OpportunistId id) {
        return kind(kind).put("opportunist", id.toString());
    }

    /** It starts now, or soon, instead of when it was promised. */
    private List<ToldEvent> early(Event.StartsEarly event) {
        Reservation reservation = event.reservation();
        ObjectNode kind = id("starts-early", reservation.id()).put("promised", Times.instant(event.promised()));
        return whole(kind, reservation, ReservationJson.state(reservation));
    }

    /** Event about a plan, for those who may see it. */
    public ToldEvent of(PlanNews.Line line) {
        String what = Names.of(line.what());
        ObjectNode node = switch (line.what()) {
            case BOOKED, REPLANNED, RELEASED -> kind("plan-" + what).put("plan", "w" + line.plan());
            case PROVISION_BOOKED, PROVISION_RELEASED -> kind(what).put("provision", "p" + line.plan());
            case DEAL_CHANGED -> kind(what).put("deal", IdKind.DEAL.id(line.plan()));
        };
        return ToldEvent.only(line.owner(), node.put("name", line.name()).put("user", line.owner()));
    }

    /** Event about an entry of the waiting list, for its owner and operators. */
    public ToldEvent of(WaitEntry entry) {
        ObjectNode node = kind("waiting")
                .put("entry", entry.id())
                .put("entryState", Names.of(entry.state()))
                .put("name", entry.name())
                .put("user", entry.user());
        entry.served().ifPresent(made -> node.put("id", made.toString()));
        if (entry.declineBy() > 0) {
            node.put("declineBy", Times.instant(entry.declineBy()));
        }
        return ToldEvent.only(entry.user(), node);
    }

    /** Event about an idle reservation, for its owner and operators. */
    public ToldEvent of(UseFact.Told told) {
        ObjectNode node = id("idle", new ReservationId(told.reservation())).put("since", Times.instant(told.since()));
        told.until().ifPresent(until -> node.put("until", Times.instant(until)));
        return ToldEvent.only(told.user(), node);
    }

    /** Event about an ask, for the owner who is asked and for operators. */
    public List<ToldEvent> of(AskFact fact) {
        return switch (fact) {
            case AskFact.Made made -> {
                Ask ask = made.ask();
                ObjectNode node = ask("asked", ask.number(), ask.user())
                        .put("id", ask.reservationId().toString())
                        .put("name", ask.name())
                        .put("deadline", Times.instant(ask.deadline()))
                        .put("discount", ask.discount().toString())
                        .put("expires", Times.instant(ask.expires()));
                yield List.of(ToldEvent.only(ask.user(), node));
            }
            case AskFact.Settled settled ->
                List.of(ToldEvent.only(
                        settled.user(),
                        ask("ask-settled", settled.number(), settled.user())
                                .put("askState", Names.of(settled.state()))));
            case AskFact.Choice choice -> List.of();
        };
    }

    private ObjectNode ask(String kind, long number, String user) {
        return kind(kind).put("ask", IdKind.ASK.id(number)).put("user", user);
    }

    public ObjectNode kind(String kind) {
        return Json.object().put("kind", kind).put("time", Times.instant(time));
    }

    private String applicant(ReservationId request) {
        return applicants.getOrDefault(request, OPERATORS_ONLY);
    }

    /** A reservation was there for all to see; a request that is withdrawn was not. */
    private ToldEvent closed(Event.Closed e) {
        ObjectNode node = id("closed", e.reservation()).put("cause", Names.of(e.cause()));
        return applicants.containsKey(e.reservation())
                ? ToldEvent.only(applicant(e.reservation()), node)
                : ToldEvent.everybody(node);
    }

    private List<ToldEvent> pool(String kind, PoolId pool) {
        return List.of(ToldEvent.everybody(kind(kind).put("pool", pool.name())));
    }

    private ObjectNode id(String kind, ReservationId id) {
        return kind(kind).put("id", id.toString());
    }

    /** Which servers are settled is on the timetable for all to see. */
    private ObjectNode servers(String kind, ReservationId id, ServerSet servers) {
        ObjectNode node = id(kind, id);
        node.set("serverNumbers", ReservationJson.numbers(servers));
        return node;
    }

    private List<ToldEvent> whole(String kind, Reservation reservation) {
        return whole(kind, reservation, ReservationJson.state(reservation));
    }

    private List<ToldEvent> whole(String kind, Reservation reservation, String state) {
        return whole(id(kind, reservation.id()), reservation, state);
    }

    private List<ToldEvent> whole(ObjectNode event, Reservation known, String state) {
        Reservation reservation =
                ReservationJson.told(known, hosts.contains(known.placement().pool()));
        ObjectNode details = event.deepCopy();
        details.set("reservation", ReservationJson.details(reservation, state));
        ObjectNode others = event.deepCopy();
        others.set(
                "reservation",
                switch (visibility) {
                    case NAMES -> ReservationJson.named(reservation, state);
                    case BUSY -> ReservationJson.busy(reservation, state);
                });
        return List.of(ToldEvent.each(reservation.job().user(), details, others));
    }
}
