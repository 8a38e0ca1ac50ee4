package dev.berth.api.workflows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.PlanBookings;
import dev.berth.service.workflow.RemainingPlan;
import dev.berth.service.workflow.TaskChange;
import dev.berth.service.workflow.TaskReport;
import dev.berth.service.workflow.TaskReport.Happening;
import dev.berth.service.workflow.TaskReport.Then;
import dev.berth.service.workflow.TaskReporting;
import dev.berth.site.Transaction;
import dev.berth.wire.Fields;
import dev.berth.wire.Names;
import dev.berth.wire.ReservationJson;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reports about the tasks of a booked plan while it runs. */
public final class TasksResource {
    private final SiteAccess access;
    private final TaskReporting reporting;

    public TasksResource(SiteAccess access, TaskReporting reporting) {
        this.access = access;
        this.reporting = reporting;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/plans/{plan}/tasks/{task}", Role.USER, this::happened).alsoWhenFull());
    }

    private static TaskReport read(Fields fields) {
        fields.require("event");
        Happening what = fields.oneOf("event", Happening.class);
        Then then = fields.oneOf("then", Then.class);
        Long more = fields.positiveDuration("more");
        if (what == Happening.OVERRUN) {
            fields.require("more");
        } else if (what != null && more != null) {
            fields.fault("more", "is only for overrun");
        }
        fields.closed().check();
        Happening happened = Checks.present(what);
        return new TaskReport(happened, more == null ? 0 : more, then == null ? TaskReport.usually(happened) : then);
    }

    private Answer happened(Call call) {
        TaskReport report = read(call.body());
        Optional<Answer> given = access.given(call);
        if (given.isPresent()) {
            return given.get();
        }
        return reporting.report(
                call.client(),
                () -> access.upToDate(
                        call,
                        view -> RemainingPlan.Seen.of(
                                view, PlanBookings.own(view, call.account(), call.variable("plan")))),
                call.variable("task"),
                report,
                change -> access.write(call, transaction -> carriedOut(transaction, call, change)));
    }

    private static Supplier<Answer> carriedOut(Transaction transaction, Call call, TaskChange change) {
        TaskChange.Done done = change.carryOut(transaction, call.account());
        Supplier<ObjectNode> summary = PlanJson.summary(transaction.view(), done.plan());
        return () -> Answer.ok(summary.get()
                .put("outcome", Names.of(done.outcome()))
                .put("moved", done.moved())
                .set("quote", ReservationJson.quote(done.quote())));
    }
}
