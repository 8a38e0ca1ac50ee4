package dev.berth.api.reservations;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.RunJson;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.runs.Beats;
import dev.berth.service.runs.Run;
import dev.berth.service.runs.RunReports;
import dev.berth.service.runs.Runs;
import dev.berth.service.runs.SilenceLimits;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Set;

/** {@code /runs} and {@code /reservations/{id}/run}: what runners say of the commands that they run. */
public final class RunsResource {
    private static final int LONGEST = 100;

    private final SiteAccess access;
    private final Beats beats;
    private final SilenceLimits limits;

    public RunsResource(SiteAccess access, Beats beats, SilenceLimits limits) {
        this.access = access;
        this.beats = beats;
        this.limits = limits;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/runs", Role.USER, this::list),
                new Endpoint("POST", "/reservations/{id}/run", Role.USER, this::begin),
                new Endpoint("POST", "/reservations/{id}/run/beat", Role.USER, this::beat).alsoWhenFull(),
                new Endpoint("POST", "/reservations/{id}/run/end", Role.USER, this::end).alsoWhenFull());
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit", "running"));
        boolean running = query.flag("running");
        NumberedPage page = NumberedPage.read(query, IdKind.RESERVATION::number, "must be a reservation such as r17");
        return access.read(view -> page.of(
                "runs",
                view.facts(Runs.class).all().stream()
                        .filter(run -> run.reservation() > page.after()
                                && call.account().owns(run.user())
                                && (run.isRunning() || !running)),
                run -> IdKind.RESERVATION.id(run.reservation()),
                RunJson::line));
    }

    private Answer begin(Call call) {
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        String host = fields.requiredText("host", LONGEST);
        String command = fields.requiredText("command", LONGEST);
        boolean again = fields.flag("again");
        fields.closed().check();
        return access.write(call, transaction -> {
            Run run = RunReports.begin(
                    transaction, call.target(), new RunReports.Beginning(runner, host, command, again));
            long beat = beat(transaction.view(), run);
            return () -> Answer.ok(RunJson.line(run).put("beat", Times.duration(beat)));
        });
    }

    private long beat(View view, Run run) {
        return Bookings.find(view, new ReservationId(run.reservation()))
                .map(reservation -> limits.beat(reservation.placement().pool()))
                .orElse(SilenceLimits.DEFAULT.toMillis());
    }

    /** Hears a runner. Writes nothing, so that many runners cost little. */
    private Answer beat(Call call) {
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        fields.closed().check();
        if (!beats.hear(call.reservation(), call.account(), runner, access.now())) {
            throw Problem.of(Code.NOT_RUNNING, "This runner runs nothing in reservation " + call.reservation())
                    .toException();
        }
        return Answer.nothing();
    }

    private Answer end(Call call) {
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        fields.require("exitCode");
        int code = fields.whole("exitCode", 0, 255, 0);
        boolean cutShort = fields.flag("cutShort");
        boolean outOfMemory = fields.flag("outOfMemory");
        boolean keepsServers = fields.flag("keepsServers");
        fields.closed().check();
        return access.write(call, transaction -> {
            Run run = RunReports.end(
                    transaction,
                    call.account(),
                    call.reservation(),
                    new RunReports.End(runner, how(cutShort, outOfMemory), code, keepsServers));
            return () -> Answer.ok(RunJson.line(run));
        });
    }

    /** A command that its runner has stopped may have had no memory left before that as well. */
    private static Run.How how(boolean cutShort, boolean outOfMemory) {
        if (cutShort) {
            return Run.How.CUT_SHORT;
        }
        return outOfMemory ? Run.How.OUT_OF_MEMORY : Run.How.EXITED;
    }
}
