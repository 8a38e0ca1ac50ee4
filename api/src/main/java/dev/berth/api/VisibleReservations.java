package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
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
import dev.berth.service.runs.Run;
import dev.berth.service.runs.Runs;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.service.workflow.Plans;
import dev.berth.site.Past;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.IdKind;
import dev.berth.wire.Names;
import dev.berth.wire.PhraseJson;
import dev.berth.wire.QueuedJson;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.SliceJson;
import dev.berth.wire.Times;
import dev.berth.words.Phrase;
import dev.berth.words.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reservations as an account sees them: its own in full, those of others as far as the visibility of the site allows. What is
 * {@code found} was looked up, and its JSON can be made without the site.
 */
public record VisibleReservations(View view, Account account) {
    public ObjectNode of(Reservation reservation) {
        return found(reservation).get();
    }

    public ObjectNode of(Degraded degraded) {
        return found(degraded).get();
    }

    public ObjectNode of(ReservationId id) {
        return found(id).get();
    }

    public Supplier<ObjectNode> found(ReservationId id) {
        return view.reservation(id)
                .map(this::found)
                .or(() -> view.degraded(id).map(this::found))
                .or(() -> view.past(id).map(this::found))
                .orElseThrow(() -> Bookings.unknown(id));
    }

    public Supplier<ObjectNode> found(Reservation reservation) {
        String state = ReservationJson.state(reservation);
        if (!sees(reservation)) {
            return foundOthers(reservation, state);
        }
        Supplier<ObjectNode> details = foundDetails(reservation, state);
        Optional<Long> held = view.heldUntil(reservation.id());
        Consumer<ObjectNode> links = links(reservation.id());
        return () -> {
            ObjectNode node = details.get();
            held.ifPresent(until -> node.put("heldUntil", Times.instant(until)));
            links.accept(node);
            return node;
        };
    }

    private Supplier<ObjectNode> found(Degraded degraded) {
        Reservation lost = degraded.reservation();
        if (!sees(lost)) {
            return foundOthers(lost, "degraded");
        }
        Supplier<ObjectNode> details = foundDetails(lost, "degraded");
        Phrase reason = LossJson.reason(view, degraded);
        ServerSet kept = Bookings.kept(view, lost);
        List<String> names = kept.isEmpty()
                ? List.of()
                : ServerNames.of(view).names(lost.placement().pool(), kept);
        Consumer<ObjectNode> links = links(lost.id());
        OptionalLong latest = LossJson.latestStart(view, lost.job());
        return () -> {
            ObjectNode node = details.get().set("degraded", PhraseJson.of(reason));
            if (!names.isEmpty()) {
                ArrayNode array = node.putArray("kept");
                names.forEach(array::add);
            }
            links.accept(node);
            latest.ifPresent(time -> node.put("latestStart", Times.instant(time)));
            return node;
        };
    }

    private Supplier<ObjectNode> found(Past past) {
        String state = Names.of(past.cause());
        Reservation was = past.reservation();
        boolean isSeen = sees(was);
        Supplier<ObjectNode> known = isSeen ? foundDetails(was, state) : foundOthers(was, state);
        Consumer<ObjectNode> links = isSeen ? links(was.id()) : node -> {};
        return () -> {
            ObjectNode node = known.get();
            links.accept(node);
            return node.put("closed", Times.instant(past.closed()));
        };
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
        return foundOthers(reservation, state).get();
    }

    private Supplier<ObjectNode> foundOthers(Reservation reservation, String state) {
        Visibility visibility = view.visibility();
        Unit unit = PoolUnits.of(view, reservation.placement().pool());
        return () -> withUnit(
                switch (visibility) {
                    case NAMES -> ReservationJson.named(reservation, state);
                    case BUSY -> ReservationJson.busy(reservation, state);
                },
                unit);
    }

    /** All fields that do not depend on the site. */
    public ObjectNode details(Reservation known, String state) {
        return foundDetails(known, state).get();
    }

    private Supplier<ObjectNode> foundDetails(Reservation known, String state) {
        Placement placement = known.placement();
        Parts parts = parts(placement.pool());
        Reservation reservation = ReservationJson.told(known, !parts.isEmpty());
        Unit unit = PoolUnits.of(view, placement.pool());
        List<String> names = ServerNames.of(view)
                .known(placement.pool(), reservation.placement().servers());
        return () -> {
            ObjectNode node = withUnit(ReservationJson.details(reservation, state), unit);
            ServerNames.write(node, names);
            SliceJson.addDevices(node, reservation.placement(), parts);
            return node;
        };
    }

    private Parts parts(PoolId id) {
        return view.pool(id).map(Pool::parts).orElse(Parts.NONE);
    }

    private static ObjectNode withUnit(ObjectNode node, Unit unit) {
        return unit.equals(Unit.SERVER) ? node : node.put("unit", unit.name());
    }

    public ObjectNode of(Queued request) {
        return found(request).get();
    }

    public Supplier<ObjectNode> found(Queued request) {
        long decision = view.rounds().map(rounds -> rounds.endAfter(view.now())).orElse(view.now());
        return () -> QueuedJson.queued(request, decision);
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

    /** Adds what a reservation belongs to, and what has happened to it. */
    private Consumer<ObjectNode> links(ReservationId id) {
        Optional<Long> series = view.facts(SeriesBook.class).of(id.number());
        Optional<Long> plan = view.facts(Plans.class).of(id.number());
        Optional<Long> provision = view.facts(Provisions.class).of(id.number());
        Optional<Sharing> sharing = view.facts(Sharings.class).of(id);
        Optional<Run> run = view.facts(Runs.class).of(id);
        Consumer<ObjectNode> loss = LossJson.found(view, id);
        return node -> {
            series.ifPresent(number -> node.put("series", IdKind.SERIES.id(number)));
            plan.ifPresent(number -> node.put("plan", IdKind.PLAN.id(number)));
            provision.ifPresent(number -> node.put("provision", IdKind.PROVISION.id(number)));
            sharing.ifPresent(people -> addPeople(node, people));
            run.ifPresent(it -> node.set("run", RunJson.inside(it)));
            loss.accept(node);
        };
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

    /** One reservation with its version, and when it is expected to start. */
    public Answer shown(ReservationId id) {
        ObjectNode node = of(id);
        addExpectedStarts(List.of(node));
        return answer(id, () -> node).get();
    }

    /** The reservation, open or past, with its version. */
    public Supplier<Answer> answer(ReservationId id) {
        return answer(id, found(id));
    }

    private Supplier<Answer> answer(ReservationId id, Supplier<ObjectNode> found) {
        Reservation reservation = Bookings.find(view, id)
                .or(() -> view.past(id).map(Past::reservation))
                .orElseThrow(() -> Bookings.unknown(id));
        return () -> Answer.ok(found.get()).with("ETag", ReservationJson.etag(reservation));
    }
}
