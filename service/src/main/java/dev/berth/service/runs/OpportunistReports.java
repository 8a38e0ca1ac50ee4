package dev.berth.service.runs;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.CourseLog;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Optional;

/**
 * Reports of the runners of opportunistic jobs: the command begins, it was stopped because its servers are needed, or it has ended by
 * itself. Repeating a report changes nothing.
 */
public final class OpportunistReports {
    private OpportunistReports() {}

    /** Report that a command begins, by a runner with a name that nobody else uses. */
    public record Beginning(String runner, String host, String command) {}

    /**
     * Report that a command is over.
     *
     * @param cutShort whether its runner stopped it; then it goes on later
     * @param outOfMemory whether it failed after Linux had killed processes of it because it had no memory left
     */
    public record End(String runner, int exitCode, boolean cutShort, boolean outOfMemory) {
        /** End of a command that had enough memory. */
        public End(String runner, int exitCode, boolean cutShort) {
            this(runner, exitCode, cutShort, false);
        }

        private Course.How how() {
            return outOfMemory ? Course.How.OUT_OF_MEMORY : Course.How.EXITED;
        }
    }

    /** Lets a runner start the command: the job has servers, and nothing else uses them. */
    public static Course begin(Transaction transaction, Account asker, OpportunistId id, Beginning beginning) {
        View view = transaction.view();
        Course course = OpportunistOrders.own(view, asker, id);
        Optional<Course.Start> running = course.running();
        if (running.filter(start -> start.runner().equals(beginning.runner())).isPresent()) {
            return course;
        }
        running.ifPresent(start -> {
            throw Problem.of(
                            Code.ALREADY_RUNS,
                            "%s already runs %s on %s; an opportunistic job runs one command at a time"
                                    .formatted(id, start.command(), start.host()))
                    .toException();
        });
        Stint stint = OpportunistOrders.running(view, id)
                .orElseThrow(() -> Problem.of(Code.NOT_RUNNING, id + " has no servers now; it waits for idle ones")
                        .toException());
        view.facts(Runs.class).handover().check(view, stint.pool(), stint.servers());
        view.facts(Courses.class).overdue().check(stint.pool(), stint.servers(), beginning.runner(), transaction.now());
        Course started = CourseLog.started(
                transaction, course, stint, beginning.runner(), beginning.host(), beginning.command());
        AuditLog.add(transaction, "run", id.toString(), "%s on %s".formatted(beginning.command(), beginning.host()));
        return started;
    }

    /** Takes in that the command is over. If it has ended by itself, so has the job. */
    public static Course end(Transaction transaction, Account asker, OpportunistId id, End end) {
        Course course = OpportunistOrders.own(transaction.view(), asker, id);
        if (course.start().filter(start -> start.runner().equals(end.runner())).isEmpty()) {
            throw Problem.of(Code.NOT_RUNNING, "This runner runs nothing for " + id)
                    .toException();
        }
        Course after = CourseLog.over(transaction, course);
        if (!end.cutShort() && !after.isOver()) {
            after = CourseLog.ended(transaction, after, end.how(), Optional.of(end.exitCode()));
            OpportunistOrders.accept(transaction, new Command.FinishOpportunist(id));
            AuditLog.add(
                    transaction,
                    "run-end",
                    id.toString(),
                    (end.outOfMemory() ? "out of memory, " : "") + "exit code " + end.exitCode());
        }
        return after;
    }
}
