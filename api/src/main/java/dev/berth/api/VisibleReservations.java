package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Forecast;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.loss.LossJson;
import dev.berth.service.project.Memberships;
import dev.berth.service.provision.Provisions;
import dev.berth.service.runs.Runs;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.service.workflow.Plans;
import dev.berth.site.Past;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.Names;
import dev.berth.wire.PhraseJson;
import dev.berth.wire.QueuedJson;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.SliceJson;
import dev.berth.wire.Times;
import dev.berth.words.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reservations as an account sees them: its own in full, those of others as far as the visibility of the site allows. */
public record VisibleReservations(View view, Account account) {
    public ObjectNode of(Reservation reservation) {
        String state = ReservationJson.state(reservation);
        if (!sees(reservation)) {
            return others(reservation, state);
        }
        ObjectNode node = details(reservation, state);
        view.heldUntil(reservation.id()).ifPresent(until -> node.put("heldUntil", Times.instant(until)));
        return withSeries(node, reservation.id());
    }

    public ObjectNode of(Degraded degraded) {
        Reservation lost = degraded.reservation();
        if (!sees(lost)) {
            return others(lost, "degraded");
        }
        ObjectNode node = details(lost, "degraded").set("degraded", PhraseJson.of(LossJson.reason(view, degraded)));
        ServerSet kept = Bookings.kept(view, lost);
        if (!kept.isEmpty()) {
            ArrayNode names = node.putArray("kept");
            ServerNames.of(view).names(lost.placement().pool(), kept).forEach(names::add);
        }
        return LossJson.addLatestStart(withSeries(node, lost.id()), view, lost.job());
    }

    public ObjectNode of(Past past) {
        String state = Names.of(past.cause());
        Reservation was = past.reservation();
        ObjectNode node = sees(was) ? withSeries(details(was, state), was.id()) : others(was, state);
        return node.put("closed", Times.instant(past.closed()));
    }

    /** Whether the account sees all of it: its owner, its guests, the staff of its project, and operators. */
    public boolean sees(Reservation reservation) {
        return account.owns(reservation.job().user())
                || Sharings.isGuest(view, account, reservation.id())
                || Memberships.isStaff(
                        view,
                        account,
                        Optional.ofNullable(reservation.job().terms().project()));
    }

    /** Adds the guests of a reservation, and who booked it if that was not its owner. */
    public static void addPeople(ObjectNode node, Sharing sharing) {
        if (!sharing.guests().isEmpty()) {
            ArrayNode guests = node.putArray("guests");
            sharing.guests().forEach(guests::add);
        }
        sharing.bookedBy().ifPresent(account -> node.put("bookedBy", account));
    }

    /** The fields that accounts see who do not own it. */
    public ObjectNode others(Reservation reservation, String state) {
        return withUnit(
                switch (view.visibility()) {
                    case NAMES -> ReservationJson.named(reservation, state);
                    case BUSY -> ReservationJson.busy(reservation, state);
                },
                reservation);
    }

    /** All fields that do not depend on the site. */
    public ObjectNode details(Reservation known, String state) {
        Parts parts = parts(known.placement().pool());
        Reservation reservation = ReservationJson.told(known, !parts.isEmpty());
        ObjectNode node = withUnit(ReservationJson.details(reservation, state), reservation);
        ServerNames.of(view)
                .write(
                        node,
                        reservation.placement().pool(),
                        reservation.placement().servers());
        SliceJson.addDevices(node, reservation.placement(), parts);
        return node;
    }

    private Parts parts(PoolId id) {
        return view.pool(id).map(Pool::parts).orElse(Parts.NONE);
    }

    private ObjectNode withUnit(ObjectNode node, Reservation reservation) {
        Unit unit = PoolUnits.of(view, reservation.placement().pool());
        return unit.equals(Unit.SERVER) ? node : node.put("unit", unit.name());
    }

    public ObjectNode of(Queued request) {
        return QueuedJson.queued(
                request,
                view.rounds().map(rounds -> rounds.endAfter(view.now())).orElse(view.now()));
    }

    /** A request that is queued or was turned away, if it is this account's. */
    public Optional<ObjectNode> ofRequest(ReservationId id) {
        return view.queued(id)
                .filter(request -> account.owns(request.job().user()))
                .map(this::of)
                .or(() -> view.declined(id)
                        .filter(declined -> account.owns(declined.user()))
                        .map(declined -> QueuedJson.declined(declined, PoolUnits.called(view, declined))));
    }

    private ObjectNode withSeries(ObjectNode node, ReservationId id) {
        view.facts(SeriesBook.class).of(id.number()).ifPresent(series -> node.put("series", IdKind.SERIES.id(series)));
        view.facts(Plans.class).of(id.number()).ifPresent(plan -> node.put("plan", IdKind.PLAN.id(plan)));
        view.facts(Provisions.class)
                .of(id.number())
                .ifPresent(provision -> node.put("provision", IdKind.PROVISION.id(provision)));
        view.facts(Sharings.class).of(id).ifPresent(sharing -> addPeople(node, sharing));
        view.facts(Runs.class).of(id).ifPresent(run -> node.set("run", RunJson.inside(run)));
        return LossJson.add(node, view, id);
    }

    public ObjectNode of(ReservationId id) {
        return view.reservation(id)
                .map(this::of)
                .or(() -> view.degraded(id).map(this::of))
                .or(() -> view.past(id).map(this::of))
                .orElseThrow(() -> Bookings.unknown(id));
    }

    /** Adds when each is expected to start, to reservations of this account that wait and may start early. */
    public void addExpectedStarts(Iterable<? extends JsonNode> nodes) {
        Map<ReservationId, ObjectNode> waiting = new TreeMap<>();
        for (JsonNode each : nodes) {
            if (each instanceof ObjectNode node && node.has("starts")) {
                IdKind.RESERVATION
                        .number(node.path("id").asText())
                        .ifPresent(number -> waiting.put(new ReservationId(number), node));
            }
        }
        List<Reservation> reservations = waiting.keySet().stream()
                .flatMap(id -> view.reservation(id).stream())
                .toList();
        Forecast.of(view, reservations).forEach((id, start) -> {
            ObjectNode node = waiting.get(id);
            if (node != null) {
                node.put("expectedStart", Times.instant(start));
            }
        });
    }

    /** The same for whoever looks at one: with its expected start. */
    public Answer shown(ReservationId id) {
        ObjectNode node = of(id);
        addExpectedStarts(List.of(node));
        return answer(200, id, node);
    }

    /** The reservation, open or past, with its version. */
    public Answer answer(int status, ReservationId id) {
        return answer(status, id, of(id));
    }

    private Answer answer(int status, ReservationId id, ObjectNode node) {
        Reservation reservation = Bookings.find(view, id)
                .or(() -> view.past(id).map(Past::reservation))
                .orElseThrow(() -> Bookings.unknown(id));
        return Answer.json(status, node).with("ETag", ReservationJson.etag(reservation));
    }
}
