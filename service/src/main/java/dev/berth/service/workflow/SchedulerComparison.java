package dev.berth.service.workflow;

import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.schedule.Unschedulable;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** All schedulers with all spare-time policies on what is free. */
public final class SchedulerComparison {
    private SchedulerComparison() {}

    /**
     * Result of one scheduler with one policy.
     *
     * @param finish when the last task ends without spare time
     * @param spare percentages; empty if the deadline cannot be met
     */
    public record Row(
            String scheduler,
            String policy,
            boolean feasible,
            long finish,
            long makespan,
            DoubleSummaryStatistics spare) {}

    public static List<Row> of(ReadWorkflow read, PlanTerms terms, Availability free) {
        WorkflowProblem inSlots = WorkflowPlanning.problem(read, terms, free, Progress.from(terms.ready()));
        String whole = SparePolicies.names().stream()
                .filter(policy -> SparePolicies.named(policy).booksMachines())
                .findFirst()
                .orElseThrow();
        // Only servers that are free all the time can be booked as a whole.
        WorkflowProblem onServers =
                WorkflowPlanning.problem(read, terms.spreading(whole), free, Progress.from(terms.ready()));
        List<Row> rows = new ArrayList<>();
        for (String scheduler : Schedulers.names()) {
            add(rows, inSlots, terms, scheduler, false);
            add(rows, onServers, terms, scheduler, true);
        }
        return rows;
    }

    /** Adds the policies that book whole machines, or the others. */
    private static void add(
            List<Row> rows, WorkflowProblem problem, PlanTerms terms, String scheduler, boolean machines) {
        try {
            Schedule schedule = Schedulers.named(scheduler).schedule(problem);
            for (String policy : SparePolicies.names()) {
                if (SparePolicies.named(policy).booksMachines() == machines) {
                    rows.add(row(problem, terms, schedule, scheduler, policy));
                }
            }
        } catch (Unschedulable e) {
            // Every machine is busy for good: this scheduler has nothing to show.
        }
    }

    private static Row row(
            WorkflowProblem problem, PlanTerms terms, Schedule schedule, String scheduler, String policy) {
        boolean feasible = schedule.finish() <= terms.deadline();
        long threshold = terms.threshold().of(Math.max(0, terms.deadline() - problem.origin()));
        return new Row(
                scheduler,
                policy,
                feasible,
                schedule.finish(),
                schedule.makespan(),
                feasible
                        ? SparePolicies.named(policy)
                                .spread(problem, schedule, terms.deadline(), threshold)
                                .sparePercentages()
                        : new DoubleSummaryStatistics());
    }
}
