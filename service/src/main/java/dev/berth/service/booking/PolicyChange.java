package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.AuditLog;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Other policies for a site that is there: by which calendar jobs are placed, and what may move to make room for them. What is
 * booked keeps its place.
 *
 * @param policy name of the calendar
 * @param admission name of the admission policy
 */
public record PolicyChange(String policy, String admission) {
    /** Most waiting reservations that are asked for again, to see what the other policies would promise. */
    private static final int MOST_COMPARED = 200;

    /**
     * Difference that the change makes, or would make.
     *
     * @param policy name of the calendar before
     * @param admission name of the admission policy before
     * @param waiting number of reservations that wait, all of which keep their places
     * @param compared number of those that were asked for again, one after the other, the soonest first
     * @param earlier how many of them would be promised an earlier start
     * @param later how many would be promised a later start
     * @param refused how many would find no place
     */
    public record Outcome(
            String policy, String admission, int waiting, int compared, int earlier, int later, int refused) {}

    /** Changes the policies, and compares what they would promise with what is promised. */
    public Outcome carryOut(Transaction transaction) {
        View view = transaction.view();
        String policyBefore = view.policy();
        String admissionBefore = view.admission();
        if (!policyBefore.equals(policy) || !admissionBefore.equals(admission)) {
            Bookings.accepted(transaction.submit(new Command.SetPolicy(policy, admission)));
            AuditLog.add(
                    transaction,
                    "set-policy",
                    policy,
                    "admission %s; before: policy %s, admission %s"
                            .formatted(admission, policyBefore, admissionBefore));
        }
        List<Reservation> waiting = view.reservations().stream()
                .filter(Reservation::isWaiting)
                .sorted(Comparator.comparingLong(
                                (Reservation each) -> each.window().start())
                        .thenComparing(Reservation::id))
                .toList();
        List<Reservation> asked = waiting.stream()
                .filter(each -> view.heldUntil(each.id()).isEmpty())
                .limit(MOST_COMPARED)
                .toList();
        return compared(policyBefore, admissionBefore, waiting.size(), asked, view.whatIf(again(asked)));
    }

    private static List<Command> again(List<Reservation> asked) {
        List<Command> commands = new ArrayList<>();
        asked.forEach(each -> commands.add(new Command.Replace(List.of(each.id()), List.of(each.job()))));
        return commands;
    }

    private static Outcome compared(
            String policy, String admission, int waiting, List<Reservation> asked, List<Decision> decisions) {
        int earlier = 0;
        int later = 0;
        int refused = 0;
        for (int i = 0; i < asked.size(); i++) {
            if (decisions.get(i) instanceof Decision.Accepted accepted) {
                long start = accepted.reservation().window().start();
                earlier += start < asked.get(i).window().start() ? 1 : 0;
                later += start > asked.get(i).window().start() ? 1 : 0;
            } else {
                refused++;
            }
        }
        return new Outcome(policy, admission, waiting, asked.size(), earlier, later, refused);
    }
}
