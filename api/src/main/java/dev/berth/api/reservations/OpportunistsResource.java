package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.OpportunistJson;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Work;
import dev.berth.service.account.Role;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.service.runs.OpportunistBeats;
import dev.berth.service.runs.OpportunistReports;
import dev.berth.service.runs.SilenceLimits;
import dev.berth.site.Transaction;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /opportunists}: jobs without a deadline that run on what reservations leave idle, and their runners. */
public final class OpportunistsResource {
    private static final int LONGEST = 100;
    private static final int LONGEST_HOST = 253;

    private final SiteAccess access;
    private final OpportunistBeats beats;
    private final SilenceLimits limits;

    public OpportunistsResource(SiteAccess access, OpportunistBeats beats, SilenceLimits limits) {
        this.access = access;
        this.beats = beats;
        this.limits = limits;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/opportunists", Role.USER, this::list),
                new Endpoint("POST", "/opportunists", Role.USER, this::queue),
                new Endpoint("GET", "/opportunists/{opportunist}", Role.USER, this::get),
                new Endpoint("DELETE", "/opportunists/{opportunist}", Role.USER, this::withdraw),
                new Endpoint("POST", "/opportunists/{opportunist}/run", Role.USER, this::begin),
                new Endpoint("POST", "/opportunists/{opportunist}/run/beat", Role.USER, this::beat).alsoWhenFull(),
                new Endpoint("POST", "/opportunists/{opportunist}/run/end", Role.USER, this::end).alsoWhenFull());
    }

    /** The job in the path. */
    static OpportunistId id(Call call) {
        return IdKind.OPPORTUNIST
                .number(call.variable("opportunist"))
                .map(OpportunistId::new)
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_OPPORTUNIST,
                                "Unknown opportunistic job; opportunistic jobs are numbered o1, o2, ...")
                        .toException());
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit", "open"));
        boolean open = query.flag("open");
        NumberedPage page =
                NumberedPage.read(query, IdKind.OPPORTUNIST::number, "must be an opportunistic job such as o3");
        return access.read(view -> page.of(
                "opportunists",
                view.facts(Courses.class).all().stream()
                        .filter(course -> course.opportunist() > page.after()
                                && call.account().owns(course.user())
                                && !(open && course.isOver())),
                course -> IdKind.OPPORTUNIST.id(course.opportunist()),
                new OpportunistJson(view)::of));
    }

    private Answer queue(Call call) {
        Fields fields = call.body();
        String name = fields.requiredText("name", 200);
        int servers = fields.whole("servers", 1, Pool.MOST_SERVERS, 1);
        PoolId pool = fields.parsed("pool", "must be the name of a pool", PoolId::new);
        Requirements requirements = new Requirements(pool, fields.texts("attributes"));
        String host = fields.text("host", LONGEST_HOST);
        Long work = fields.positiveDuration("work");
        @Nullable Work limit = work == null ? null : fields.build(() -> new Work(work));
        fields.closed();
        OpportunistOrders.Order order = fields.built(() -> new OpportunistOrders.Order(
                Checks.present(name), servers, requirements, Optional.ofNullable(host), Optional.ofNullable(limit)));
        return access.write(call, transaction -> {
            Opportunist queued = OpportunistOrders.queue(transaction, call.account(), order);
            long now = transaction.now();
            return () -> Answer.json(201, OpportunistJson.queued(queued, now));
        });
    }

    private Answer get(Call call) {
        OpportunistId id = id(call);
        return access.read(
                view -> Answer.ok(new OpportunistJson(view).of(OpportunistOrders.own(view, call.account(), id))));
    }

    private Answer withdraw(Call call) {
        OpportunistId id = id(call);
        return access.write(
                call, transaction -> found(transaction, OpportunistOrders.withdraw(transaction, call.account(), id)));
    }

    private Answer begin(Call call) {
        OpportunistId id = id(call);
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        String host = fields.requiredText("host", LONGEST);
        String command = fields.requiredText("command", LONGEST);
        fields.closed().check();
        Answer answer = access.write(call, transaction -> {
            Course course = OpportunistReports.begin(
                    transaction, call.account(), id, new OpportunistReports.Beginning(runner, host, command));
            long beat = course.start().map(start -> limits.beat(start.pool())).orElse(SilenceLimits.DEFAULT.toMillis());
            Supplier<ObjectNode> found = new OpportunistJson(transaction.view()).found(course);
            return () -> Answer.ok(found.get().put("beat", Times.duration(beat)));
        });
        boolean unused = beats.hear(id, call.account(), runner, access.now());
        return answer;
    }

    /** Hears a runner. Writes nothing, so that many runners cost little. */
    private Answer beat(Call call) {
        OpportunistId id = id(call);
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        fields.closed().check();
        if (!beats.hear(id, call.account(), runner, access.now())) {
            throw Problem.of(Code.NOT_RUNNING, "This runner runs nothing for " + id)
                    .toException();
        }
        return Answer.nothing();
    }

    private Answer end(Call call) {
        OpportunistId id = id(call);
        Fields fields = call.body();
        String runner = fields.requiredText("runner", LONGEST);
        fields.require("exitCode");
        int code = fields.whole("exitCode", 0, 255, 0);
        boolean cutShort = fields.flag("cutShort");
        boolean outOfMemory = fields.flag("outOfMemory");
        fields.closed().check();
        OpportunistReports.End end = new OpportunistReports.End(runner, code, cutShort, outOfMemory);
        return access.write(
                call, transaction -> found(transaction, OpportunistReports.end(transaction, call.account(), id, end)));
    }

    private static Supplier<Answer> found(Transaction transaction, Course course) {
        Supplier<ObjectNode> found = new OpportunistJson(transaction.view()).found(course);
        return () -> Answer.ok(found.get());
    }
}
