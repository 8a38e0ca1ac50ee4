package dev.berth.service.workflow;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.GroupBookings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Overtaken;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Books plans, and gives them up: all reservations of a plan in one step, or none. */
public final class PlanBookings {
    private PlanBookings() {}

    /** A plan as it is now, and what it took to get there. */
    public record Priced(BookedPlan plan, Quote quote) {}

    /**
     * Books it, if nobody was faster.
     *
     * @throws Overtaken if somebody was
     */
    public static Priced book(Transaction transaction, Account asker, ProposedPlan proposal) {
        Plans plans = transaction.view().facts(Plans.class);
        Upload upload = proposal.upload();
        TaskLimit.check(
                upload.owner(),
                plans.openTasks(upload.owner(), transaction.now()),
                upload.profile().tasks(),
                "plans before their deadlines",
                "Cancel a plan first");
        Decision decision = GroupBookings.book(transaction, asker, proposal.jobs());
        if (decision instanceof Decision.Refused refused) {
            throw new Overtaken(refused.refusal());
        }
        Decision.Accepted accepted = Bookings.accepted(decision);
        BookedPlan plan = new BookedPlan(
                plans.next(),
                upload.owner(),
                transaction.now(),
                proposal.terms(),
                Graph.of(upload.read()),
                proposal.terms().wholeServers()
                        ? WholeServers.slots(proposal.draft(), accepted.reservations())
                        : slots(proposal.draft(), accepted.reservations()),
                0,
                false);
        transaction.record(Plans.KIND, new PlanFact.Booked(plan));
        PlanNews.tell(transaction, plan, PlanNews.What.BOOKED);
        AuditLog.add(transaction, "book-plan", plan.id(), plan.graph().name());
        return new Priced(plan, accepted.quote());
    }

    /** A task that takes no time has no reservation. */
    private static List<TaskSlot> slots(Draft draft, List<Reservation> reservations) {
        List<TaskSlot> slots = new ArrayList<>();
        int next = 0;
        for (int task = 0; task < draft.plan().size(); task++) {
            TaskSlot slot = draft.slot(task);
            slots.add(
                    slot.end() == slot.start()
                            ? slot
                            : slot.reservedAs(reservations.get(next++).id().number()));
        }
        return slots;
    }

    /** The plan of that id, if it is the asker's to see and change. */
    public static BookedPlan own(View view, Account asker, String id) {
        BookedPlan plan = IdKind.PLAN
                .number(id)
                .flatMap(number -> view.facts(Plans.class).get(number))
                .orElseThrow(() -> Problem.of(Code.UNKNOWN_PLAN, "Unknown plan; plans are numbered w1, w2, ...")
                        .toException());
        asker.checkOwns(plan.owner(), "plan " + plan.id());
        return plan;
    }

    public static Priced cancel(Transaction transaction, Account asker, String id) {
        View view = transaction.view();
        BookedPlan plan = own(view, asker, id);
        Map<Integer, TaskSlot> slots = new HashMap<>();
        for (int task = 0; task < plan.slots().size(); task++) {
            TaskSlot slot = plan.slots().get(task);
            TaskStanding.State state = TaskStanding.of(view, plan, task).state();
            if (!state.hasBegun() || state == TaskStanding.State.RUNNING) {
                slots.put(task, slot.told(TaskSlot.Told.RELEASED));
            }
        }
        Quote quote = GroupBookings.giveUp(transaction, plan.open(view));
        transaction.record(Plans.KIND, new PlanFact.Changed(plan.number(), slots, true));
        PlanNews.tell(transaction, plan, PlanNews.What.RELEASED);
        AuditLog.add(transaction, "cancel-plan", plan.id(), plan.graph().name());
        return new Priced(own(transaction.view(), asker, id), quote);
    }
}
