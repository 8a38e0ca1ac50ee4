package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.hosts.SightingsResource;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.guard.HostReading;
import dev.berth.service.quota.Limits;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UseFact;
import dev.berth.service.report.UseSums;
import dev.berth.service.runs.Beats;
import dev.berth.service.runs.Run;
import dev.berth.service.runs.Runs;
import dev.berth.service.use.IdleRule;
import dev.berth.service.use.IdleState;
import dev.berth.service.use.UseMeters;
import dev.berth.service.use.UseSketch;
import dev.berth.service.use.UseWatch;
import dev.berth.site.Past;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code /reservations/{id}/use}: how a reservation is used, and that its owner needs it although it is idle. */
public final class UseResource {
    private static final int LONGEST = 100;
    private static final int MOST_CARDS = 1_000;

    /** Rarest reports of a runner that are of use. */
    private static final long RAREST = Duration.ofMinutes(5).toMillis();

    private final SiteAccess access;
    private final Beats beats;
    private final UseWatch uses;

    public UseResource(SiteAccess access, Beats beats, UseWatch uses) {
        this.access = access;
        this.beats = beats;
        this.uses = uses;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/reservations/{id}/use", Role.USER, this::show).atLeader(),
                new Endpoint("POST", "/reservations/{id}/run/use", Role.USER, this::measured).alsoWhenFull(),
                new Endpoint("POST", "/reservations/{id}/keep", Role.USER, this::keep).alsoWhenFull());
    }

    private Answer show(Call call) {
        call.query(Set.of()).closed().check();
        return access.read(view -> {
            Reservation reservation = Bookings.find(view, call.reservation())
                    .or(() -> view.past(call.reservation()).map(Past::reservation))
                    .orElseThrow(() -> Bookings.unknown(call.reservation()));
            if (!Runs.mayFollow(view, call.account(), reservation)) {
                call.account().checkOwns(reservation.job().user(), "reservation " + call.reservation());
            }
            return Answer.ok(json(view, reservation));
        });
    }

    private ObjectNode json(View view, Reservation reservation) {
        MeasuredUses durable = view.facts(MeasuredUses.class);
        UseMeters.Measured measured = uses.meters().measured(view, reservation.id());
        UseSums sums = durable.of(reservation.id()).plus(measured.sums());
        ObjectNode node = Json.object().put("reservation", reservation.id().toString());
        node.putObject("measured")
                .put("hours", Limits.hours(sums.measured()))
                .put("used", Limits.hours(sums.used()))
                .put("idle", Limits.hours(sums.idle()))
                .put("load", Limits.hours(sums.load()));
        measured.sketch().filter(sketch -> sketch.start() > 0).ifPresent(sketch -> node.set("chart", json(sketch)));
        measured.idle().ifPresent(idle -> node.set("idle", json(idle)));
        long kept = durable.keptUntil(reservation.id());
        if (reservation.isRunning() && kept > view.now()) {
            node.put("keptUntil", Times.instant(kept));
        }
        return node;
    }

    private static ObjectNode json(UseSketch sketch) {
        ObjectNode node =
                Json.object().put("start", Times.instant(sketch.start())).put("every", Times.duration(sketch.width()));
        put(node, "cards", sketch.cards());
        put(node, "cardMemory", sketch.cardMemory());
        put(node, "cores", sketch.cores());
        put(node, "memory", sketch.memory());
        return node;
    }

    private static void put(ObjectNode node, String field, String line) {
        if (!line.isEmpty()) {
            node.put(field, line);
        }
    }

    private static ObjectNode json(IdleState idle) {
        ObjectNode node = Json.object()
                .put("since", Times.instant(idle.since()))
                .put("below", idle.rule().below())
                .put("then", Names.of(idle.rule().then()));
        if (idle.until() > 0) {
            node.put("until", Times.instant(idle.until()));
        }
        return node;
    }

    /** Hears what a runner has measured of its own command. */
    private Answer measured(Call call) {
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        String host = fields.requiredText("host", LONGEST);
        fields.require("every");
        Long every = fields.positiveDuration("every");
        if (every != null && every > RAREST) {
            fields.fault("every", "must be at most PT5M");
        }
        List<HostReading.Card> cards = new ArrayList<>();
        for (Fields each : fields.optionalObjects("cards", MOST_CARDS)) {
            cards.add(SightingsResource.card(each));
        }
        int cores = fields.whole("cores", 0, Integer.MAX_VALUE, 0);
        int memory = fields.whole("memory", 0, Integer.MAX_VALUE, 0);
        fields.closed().check();
        if (!beats.hear(call.reservation(), call.account(), runner, access.now())) {
            throw notRunning(call).toException();
        }
        List<IdleState> states = new ArrayList<>();
        access.upToDate(call, view -> {
            Run run = view.facts(Runs.class)
                    .of(call.reservation())
                    .filter(each -> each.isRunning() && each.runner().equals(runner))
                    .orElseThrow(() -> notRunning(call).toException());
            Bookings.find(view, call.reservation())
                    .filter(Reservation::isRunning)
                    .flatMap(reservation -> uses.meters()
                            .take(
                                    view,
                                    reservation,
                                    new UseMeters.OwnReading(
                                            run,
                                            host,
                                            cards,
                                            cores,
                                            memory,
                                            Duration.ofMillis(every == null ? RAREST : every))))
                    .ifPresent(states::add);
            return true;
        });
        uses.carryOut(states);
        Optional<IdleState> idle = access.read(
                view -> uses.meters().measured(view, call.reservation()).idle());
        ObjectNode node = Json.object();
        idle.ifPresent(state -> node.set("idle", json(state)));
        return Answer.ok(node);
    }

    private static Problem notRunning(Call call) {
        return Problem.of(Code.NOT_RUNNING, "This runner runs nothing in reservation " + call.reservation());
    }

    /** Somebody needs a reservation although it is idle: nothing of it is given back for a while. */
    private Answer keep(Call call) {
        Fields fields = call.body();
        Long wanted = fields.positiveDuration("for");
        if (wanted != null && wanted > IdleRule.LONGEST_KEEP) {
            fields.fault("for", "must be at most P7D");
        }
        fields.closed().check();
        Answer answer = access.write(call, transaction -> {
            Reservation reservation = call.target().inside(transaction.view());
            if (!reservation.isRunning()) {
                throw Problem.of(
                                Code.NOT_RUNNING,
                                "Reservation %s does not run, so that it cannot be idle".formatted(call.reservation()))
                        .toException();
            }
            long until = uses.meters().keptUntil(transaction.now(), reservation, Optional.ofNullable(wanted));
            transaction.record(
                    MeasuredUses.KIND, new UseFact.Kept(reservation.id().number(), until));
            AuditLog.add(transaction, "keep", reservation.id().toString(), "until " + Times.instant(until));
            return () -> Answer.ok(Json.object()
                    .put("reservation", reservation.id().toString())
                    .put("keptUntil", Times.instant(until)));
        });
        uses.meters().kept(call.reservation());
        return answer;
    }
}
