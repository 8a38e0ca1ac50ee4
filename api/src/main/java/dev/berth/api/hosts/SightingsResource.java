package dev.berth.api.hosts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.guard.CardExcess;
import dev.berth.service.guard.Doubted;
import dev.berth.service.guard.HostReading;
import dev.berth.service.guard.ReservationUse;
import dev.berth.service.guard.Sighting;
import dev.berth.service.guard.Sightings;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.notice.PauseNotices;
import dev.berth.service.runs.HeldBack;
import dev.berth.service.use.IdleState;
import dev.berth.service.use.UseWatch;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** {@code /hosts/{host}} and {@code /sightings}: what guards see on their hosts, and what they do about it. */
public final class SightingsResource {
    private static final int MOST_USES = 10_000;
    private static final int MOST_DEVICES = 1_000;
    private static final int LONGEST = 100;

    /** Action of a guard on a process. */
    private enum Act {
        WARN,
        TERMINATE,
        KILL
    }

    private final SiteAccess access;
    private final Sightings sightings;
    private final UseWatch uses;
    private final Supplier<Optional<HeldBack>> heldBack;
    private final Predicate<ReservationId> mayBeInUse;
    private final Consumer<String> acted;

    /**
     * Sees what guards see.
     *
     * @param uses of what guards measure
     * @param heldBack the runs that keep their servers because their runners fell silent together
     * @param mayBeInUse whether a cluster may run jobs in a reservation
     * @param acted counts what a guard does
     */
    public SightingsResource(
            SiteAccess access,
            Sightings sightings,
            UseWatch uses,
            Supplier<Optional<HeldBack>> heldBack,
            Predicate<ReservationId> mayBeInUse,
            Consumer<String> acted) {
        this.access = access;
        this.sightings = sightings;
        this.uses = uses;
        this.heldBack = heldBack;
        this.mayBeInUse = mayBeInUse;
        this.acted = acted;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/sightings", Role.VIEWER, this::list).atLeader(),
                new Endpoint("POST", "/hosts/{host}/uses", Role.GUARD, this::uses).alsoWhenFull(),
                new Endpoint("POST", "/hosts/{host}/acts", Role.GUARD, this::act).alsoWhenFull());
    }

    private Answer list(Call call) {
        call.query(Set.of()).closed().check();
        return access.read(view -> {
            boolean isOpen =
                    view.visibility() == Visibility.NAMES || call.account().is(Role.OPERATOR);
            ObjectNode node = Json.object();
            ArrayNode all = node.putArray("sightings");
            sightings.all(access.now()).forEach(each -> all.add(isOpen ? json(each) : busy(each)));
            uses(node.putArray("uses"), view, call.account(), isOpen);
            brakes(node.putArray("brakes"));
            excesses(node.putArray("excesses"), view, call.account(), isOpen);
            return Answer.ok(node);
        });
    }

    /** Whose reservation it is decides who may know whether it is used. */
    private void uses(ArrayNode all, View view, Account account, boolean isOpen) {
        for (ReservationUse each : sightings.uses(access.now())) {
            boolean isSeen = view.reservation(each.reservation())
                    .filter(it -> isOpen || account.owns(it.job().user()))
                    .isPresent();
            if (isSeen) {
                all.addObject()
                        .put("reservation", each.reservation().toString())
                        .put("host", each.host())
                        .put("use", Names.of(each.state()))
                        .put("since", Times.instant(each.since()));
            }
        }
    }

    /** Whose reservations they are decides who may know. */
    private void excesses(ArrayNode all, View view, Account account, boolean isOpen) {
        for (CardExcess each : sightings.excesses(access.now())) {
            boolean isSeen = isOpen
                    || each.reservations().stream()
                            .flatMap(id -> view.reservation(id).stream())
                            .anyMatch(it -> account.owns(it.job().user()));
            if (isSeen) {
                all.add(json(each));
            }
        }
    }

    private static ObjectNode json(CardExcess each) {
        ObjectNode node = Json.object()
                .put("host", each.host())
                .put("user", each.user())
                .put("server", each.server())
                .put("card", each.card())
                .put("used", each.used())
                .put("booked", each.booked());
        ArrayNode ids = node.putArray("reservations");
        each.reservations().forEach(id -> ids.add(id.toString()));
        return node.put("since", Times.instant(each.since()));
    }

    /** Adds the reservations that are kept although observers say that nobody uses them, because the observers may be wrong. */
    private void brakes(ArrayNode all) {
        heldBack.get()
                .ifPresent(held -> brake(all.addObject(), "runners", held.reservations())
                        .put("since", Times.instant(held.since())));
        for (Doubted each : sightings.heldBack(access.now())) {
            brake(all.addObject(), "guards", each.reservations())
                    .put("since", Times.instant(each.since()))
                    .put("until", Times.instant(each.until()))
                    .put("pool", each.pool().name());
        }
    }

    private static ObjectNode brake(ObjectNode node, String observers, Set<ReservationId> reservations) {
        ArrayNode ids = node.put("observers", observers).putArray("reservations");
        reservations.forEach(id -> ids.add(id.toString()));
        return node;
    }

    private static ObjectNode busy(Sighting each) {
        ObjectNode node = Json.object().put("host", each.host()).put("pool", each.pool());
        if (!each.servers().isEmpty()) {
            ArrayNode servers = node.putArray("servers");
            each.servers().forEach(servers::add);
        }
        return node.put("since", Times.instant(each.since()));
    }

    private static ObjectNode json(Sighting each) {
        return busy(each).put("user", each.user()).put("pid", each.pid()).put("process", each.process());
    }

    private Answer uses(Call call) {
        Fields fields = call.body();
        List<String> devices = fields.names("devices", MOST_DEVICES);
        boolean cores = fields.flag("cores");
        Long every = fields.positiveDuration("every");
        List<HostReading.Use> uses = new ArrayList<>();
        for (Fields each : fields.optionalObjects("uses", MOST_USES)) {
            uses.add(use(each));
        }
        List<HostReading.Card> cards = new ArrayList<>();
        for (Fields each : fields.optionalObjects("cards", MOST_DEVICES)) {
            cards.add(card(each));
        }
        Optional<List<HostReading.UserLoad>> loads =
                fields.has("loads") ? Optional.of(loads(fields)) : Optional.empty();
        fields.closed().check();
        HostReading reading = new HostReading(
                host(call),
                Set.copyOf(devices),
                cores,
                List.copyOf(uses),
                List.copyOf(cards),
                loads,
                every == null ? HostReading.USUAL : Duration.ofMillis(every));
        List<IdleState> idle = new ArrayList<>();
        Sightings.Report report = access.upToDate(call, view -> {
            checkKnown(view, reading.host());
            idle.addAll(this.uses.meters().take(view, reading));
            return sightings.take(view, reading);
        });
        // Asked outside of the write, because the cluster reads the site itself.
        Map<ReservationId, Long> unused = new TreeMap<>(report.noShows());
        unused.keySet().removeIf(mayBeInUse);
        Map<ReservationId, Sightings.Pause> paused = new TreeMap<>(report.pauses());
        paused.keySet().removeIf(mayBeInUse);
        Map<ReservationId, Sightings.Pause> warnings = new TreeMap<>(report.warnings());
        warnings.keySet().removeIf(mayBeInUse);
        List<ReservationId> closed = unused.isEmpty() ? List.of() : close(call, unused, report.now());
        List<ReservationId> ended = paused.isEmpty() ? List.of() : end(call, paused, report.now());
        if (!warnings.isEmpty()) {
            warn(call, warnings);
        }
        ObjectNode node = Json.object().put("now", Times.instant(report.now()));
        ArrayNode intruders = node.putArray("intruders");
        report.intruders().forEach(each -> intruders.add(json(each)));
        ArrayNode excesses = node.putArray("excesses");
        report.excesses().forEach(each -> excesses.add(json(each)));
        ArrayNode noShows = node.putArray("noShows");
        closed.forEach(id -> noShows.add(id.toString()));
        ArrayNode pauses = node.putArray("pauses");
        ended.forEach(id -> pauses.add(id.toString()));
        ArrayNode given = node.putArray("idle");
        this.uses.carryOut(idle).forEach(id -> given.add(id.toString()));
        return Answer.ok(node);
    }

    private static HostReading.Use use(Fields fields) {
        List<String> devices = fields.names("devices", MOST_DEVICES);
        fields.require("user");
        String user = fields.parsed("user", UnixUsers.RULE, UnixUsers::checked);
        fields.require("pid");
        int pid = fields.whole("pid", 1, Integer.MAX_VALUE, 1);
        String process = fields.requiredText("process", LONGEST);
        int memory = fields.whole("cardMemory", 0, Integer.MAX_VALUE, 0);
        fields.closed();
        return new HostReading.Use(Set.copyOf(devices), user == null ? "?" : user, pid, process, memory);
    }

    /** Reads a card that a guard or a runner has measured. */
    public static HostReading.Card card(Fields fields) {
        String device = fields.requiredText("device", LONGEST);
        fields.require("number");
        int number = fields.whole("number", 0, MOST_DEVICES, 0);
        fields.require("memory");
        int memory = fields.whole("memory", 1, Integer.MAX_VALUE, 1);
        OptionalInt busy = fields.has("busy") ? OptionalInt.of(fields.whole("busy", 0, 100, 0)) : OptionalInt.empty();
        OptionalLong used = fields.has("used")
                ? OptionalLong.of(fields.whole("used", 0, Integer.MAX_VALUE, 0))
                : OptionalLong.empty();
        fields.closed();
        return new HostReading.Card(device, number, memory, busy, used);
    }

    private static List<HostReading.UserLoad> loads(Fields fields) {
        List<HostReading.UserLoad> loads = new ArrayList<>();
        for (Fields each : fields.optionalObjects("loads", MOST_USES)) {
            each.require("user");
            String user = each.parsed("user", UnixUsers.RULE, UnixUsers::checked);
            int cores = each.whole("cores", 0, Integer.MAX_VALUE, 0);
            int memory = each.whole("memory", 0, Integer.MAX_VALUE, 0);
            each.closed();
            loads.add(new HostReading.UserLoad(user == null ? "?" : user, cores, memory));
        }
        return loads;
    }

    /** Gives back what nobody uses; what has ended or moved meanwhile is left alone. */
    private List<ReservationId> close(Call call, Map<ReservationId, Long> unused, long now) {
        List<ReservationId> closed = new ArrayList<>();
        access.writeEachTime(call, transaction -> {
            for (Map.Entry<ReservationId, Long> each : unused.entrySet()) {
                if (isUnused(transaction.view(), each.getKey())) {
                    String howLong = Spans.text(Duration.ofMillis(now - each.getValue()));
                    Changes.noShow(transaction, each.getKey(), "nobody has used its servers for " + howLong);
                    closed.add(each.getKey());
                }
            }
            return Answer::nothing;
        });
        return closed;
    }

    /** Gives back what was used, and whose owner has not come back although there was a warning. */
    private List<ReservationId> end(Call call, Map<ReservationId, Sightings.Pause> paused, long now) {
        List<ReservationId> ended = new ArrayList<>();
        access.writeEachTime(call, transaction -> {
            paused.forEach((id, pause) -> {
                if (isUnused(transaction.view(), id)) {
                    String howLong = Spans.text(Duration.ofMillis(now - pause.since()));
                    Reservation given =
                            Changes.abandoned(transaction, id, "it was in use, but not for the last " + howLong);
                    new PauseNotices(transaction).released(given, pause.since());
                    ended.add(id);
                }
            });
            return Answer::nothing;
        });
        return ended;
    }

    /** Nothing is given back after a pause before its owner was told of it. */
    private void warn(Call call, Map<ReservationId, Sightings.Pause> warnings) {
        access.writeEachTime(call, transaction -> {
            warnings.forEach((id, pause) -> Bookings.find(transaction.view(), id)
                    .filter(Reservation::isRunning)
                    .ifPresent(reservation -> {
                        new PauseNotices(transaction).warn(reservation, pause.since(), pause.until());
                        AuditLog.add(
                                transaction,
                                "warn-unused",
                                id.toString(),
                                "not in use since %s, given back at %s"
                                        .formatted(Times.instant(pause.since()), Times.instant(pause.until())));
                    }));
            return Answer::nothing;
        });
        warnings.forEach((id, pause) -> sightings.warned(id, pause.until()));
    }

    /** A command may have begun since the reading. */
    private static boolean isUnused(View view, ReservationId id) {
        return Bookings.find(view, id).filter(Reservation::isRunning).isPresent() && !Sightings.hasRunner(view, id);
    }

    /** Audits an action of a guard before it is done; refused if the process has a reservation by now, or is gone. */
    private Answer act(Call call) {
        Fields fields = call.body();
        fields.require("act");
        Act read = fields.oneOf("act", Act.class);
        fields.require("pid");
        int pid = fields.whole("pid", 1, Integer.MAX_VALUE, 1);
        fields.closed().check();
        Act act = Checks.present(read);
        String host = host(call);
        Answer answer = access.write(call, transaction -> {
            Sighting seen = sightings
                    .find(host, pid, access.now())
                    .orElseThrow(() -> Problem.of(
                                    Code.NO_SIGHTING,
                                    "Process %d of %s uses no server without a reservation".formatted(pid, host))
                            .toException());
            AuditLog.add(
                    transaction,
                    "guard-" + Names.of(act),
                    host,
                    "process %d (%s) of %s, without a reservation in pool %s since %s"
                            .formatted(pid, seen.process(), seen.user(), seen.pool(), Times.instant(seen.since())));
            return Answer::nothing;
        });
        acted.accept(Names.of(act));
        return answer;
    }

    private static String host(Call call) {
        return call.variable("host");
    }

    private static void checkKnown(View view, String host) {
        if (!Sightings.isKnown(view, host)) {
            throw Problem.of(
                            Code.UNKNOWN_HOST,
                            "No server of this site is on host %s; name its servers with berth pools detect"
                                    .formatted(printable(host)))
                    .toException();
        }
    }

    private static String printable(String host) {
        return host.length() <= LONGEST ? host : host.substring(0, LONGEST);
    }
}
