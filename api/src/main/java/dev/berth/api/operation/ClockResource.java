package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.site.ClockState;
import dev.berth.site.TrustedClock;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Phrase;
import java.util.List;

/** {@code /clock}: whether time passes, and an operator's word that the clock is right. */
public final class ClockResource {
    private final SiteAccess access;
    private final TrustedClock clock;

    public ClockResource(SiteAccess access, TrustedClock clock) {
        this.access = access;
        this.clock = clock;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/clock", Role.VIEWER, call -> Answer.ok(json(clock.state()))).atLeader(),
                new Endpoint("POST", "/clock/accept", Role.OPERATOR, this::accept).alsoWhenFull());
    }

    /** Needs no key: it carries the time that was seen, and to accept that twice is the same as once. */
    private Answer accept(Call call) {
        Fields fields = call.body();
        fields.require("time");
        Long seen = fields.instant("time");
        fields.closed().check();
        long time = Checks.present(seen);
        if (clock.state().isStopped()) {
            access.writeEachTime(call, transaction -> {
                check(clock.hasSaid(time), time);
                ClockState state = clock.state();
                AuditLog.add(
                        transaction,
                        "accept-clock",
                        Times.instant(state.wall()),
                        "time was stopped at " + Times.instant(state.time()));
                return Answer::nothing;
            });
            check(clock.accept(time), time);
        }
        return Answer.ok(json(clock.state()));
    }

    private void check(boolean isSame, long seen) {
        if (!isSame) {
            throw Problem.of(
                            Code.CLOCK_JUMPED,
                            Phrase.of(
                                    "The clock has jumped since it said %s; it says %s now. Look again: berth clock",
                                    Phrase.time(seen), Phrase.time(clock.state().wall())))
                    .toException();
        }
    }

    private static ObjectNode json(ClockState state) {
        ObjectNode node = Json.object()
                .put("stopped", state.isStopped())
                .put("time", Times.instant(state.time()))
                .put("wall", Times.instant(state.wall()))
                .put("expected", Times.instant(state.expected()))
                .put("drift", Times.duration(state.drift()));
        return state.isStopped() ? node.put("detail", state.explanation()) : node;
    }
}
