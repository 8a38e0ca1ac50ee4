package dev.berth.api.workflows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.BookedPlan;
import dev.berth.service.workflow.PlanBookings;
import dev.berth.service.workflow.Plans;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.ReservationJson;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /plans}: what was booked for workflows. */
public final class PlansResource {
    private final SiteAccess access;

    public PlansResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/plans", Role.USER, this::list),
                new Endpoint("GET", "/plans/{plan}", Role.USER, this::get),
                new Endpoint("DELETE", "/plans/{plan}", Role.USER, this::cancel));
    }

    private Answer list(Call call) {
        NumberedPage page = NumberedPage.asked(call, IdKind.PLAN::number, "must be a plan such as w3");
        return access.read(view -> page.of(
                "plans",
                view.facts(Plans.class).all().stream()
                        .filter(plan ->
                                plan.number() > page.after() && call.account().owns(plan.owner())),
                BookedPlan::id,
                PlanJson::line));
    }

    private Answer get(Call call) {
        return access.read(
                view -> Answer.ok(PlanJson.whole(view, PlanBookings.own(view, call.account(), call.variable("plan")))));
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        String plan = call.variable("plan");
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            PlanBookings.Priced done = PlanBookings.cancel(transaction, call.account(), plan);
            return cancelled(transaction.view(), done, dryRun);
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private static Supplier<Answer> cancelled(View view, PlanBookings.Priced cancelled, boolean dryRun) {
        Supplier<ObjectNode> summary = PlanJson.summary(view, cancelled.plan());
        return () ->
                Answer.ok(summary.get().put("dryRun", dryRun).set("quote", ReservationJson.quote(cancelled.quote())));
    }
}
