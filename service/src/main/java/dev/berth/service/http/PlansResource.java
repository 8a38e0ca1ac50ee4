package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.ReservationJson;
import dev.berth.service.workflow.BookedPlan;
import dev.berth.service.workflow.PlanFact;
import dev.berth.service.workflow.PlanNews;
import dev.berth.service.workflow.Plans;
import dev.berth.service.workflow.Standing;
import dev.berth.service.workflow.TaskSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code /plans}: what was booked for workflows. */
final class PlansResource {
    private final Office office;

    PlansResource(Office office) {
        this.office = office;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/plans", Role.USER, this::list),
                new Endpoint("GET", "/plans/{plan}", Role.USER, this::get),
                new Endpoint("DELETE", "/plans/{plan}", Role.USER, this::cancel));
    }

    /** The plan, if it is this account's to see and change. */
    static BookedPlan own(View view, Call call) {
        BookedPlan plan = Call.plan(call.variable("plan"))
                .flatMap(number -> view.facts(Plans.class).get(number))
                .orElseThrow(
                        () -> Problem.of(Code.UNKNOWN_PLAN, "there is no such plan; they are called w1, w2 and so on")
                                .thrown());
        if (!call.account().owns(plan.owner())) {
            throw Problem.notAllowed("plan " + plan.id() + " belongs to somebody else")
                    .thrown();
        }
        return plan;
    }

    private Answer list(Call call) {
        NumberedPage page = NumberedPage.asked(call, Call::plan, "it is a plan such as w3");
        return office.read(view -> page.of(
                "plans",
                view.facts(Plans.class).all().stream()
                        .filter(plan ->
                                plan.number() > page.after() && call.account().owns(plan.owner())),
                BookedPlan::id,
                PlanJson::line));
    }

    private Answer get(Call call) {
        return office.read(view -> Answer.ok(PlanJson.whole(view, own(view, call))));
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        if (dryRun) {
            return office.read(view -> {
                BookedPlan plan = own(view, call);
                return Answer.ok(cancelled(view, plan, priceOfGivingUp(view, plan.slots()), true));
            });
        }
        return office.write(call, transaction -> {
            BookedPlan plan = own(transaction.view(), call);
            Map<Integer, TaskSlot> slots = new HashMap<>();
            for (int task = 0; task < plan.slots().size(); task++) {
                TaskSlot slot = plan.slots().get(task);
                Standing.State state = Standing.of(transaction.view(), slot).state();
                if (!state.hasBegun() || state == Standing.State.RUNNING) {
                    slots.put(task, slot.told(TaskSlot.Told.RELEASED));
                }
            }
            Quote quote = giveUp(transaction, remaining(transaction.view(), plan.slots()));
            transaction.record(Plans.KIND, new PlanFact.Changed(plan.number(), slots, true));
            PlanningResource.tell(transaction, plan, PlanNews.What.RELEASED);
            Office.audit(transaction, "cancel-plan", plan.id(), plan.graph().name());
            BookedPlan after = own(transaction.view(), call);
            return Answer.ok(cancelled(transaction.view(), after, quote, false));
        });
    }

    private static ObjectNode cancelled(View view, BookedPlan plan, Quote quote, boolean dryRun) {
        ObjectNode node = PlanJson.summary(view, plan).put("dryRun", dryRun);
        node.set("quote", ReservationJson.quote(quote));
        return node;
    }

    /** The reservations of these slots that are still open. */
    static List<ReservationId> remaining(View view, List<TaskSlot> slots) {
        List<ReservationId> remaining = new ArrayList<>();
        for (TaskSlot slot : slots) {
            if (slot.reservation() > 0 && Standing.of(view, slot).isOpen()) {
                remaining.add(new ReservationId(slot.reservation()));
            }
        }
        return remaining;
    }

    static Quote priceOfGivingUp(View view, List<TaskSlot> slots) {
        return Bookings.accepted(view.decide(new Command.Replace(remaining(view, slots), List.of())))
                .quote();
    }

    /** Cancels reservations of one user in one step. */
    static Quote giveUp(Transaction transaction, List<ReservationId> reservations) {
        return Bookings.accepted(transaction.submit(new Command.Replace(reservations, List.of())))
                .quote();
    }
}
