package dev.berth.service.workflow;

import dev.berth.workflow.model.Problem;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.schedule.Unschedulable;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** All schedulers with all spare-time policies on what is free. */
public final class Comparison {
    private Comparison() {}

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
        Problem problem = Planning.problem(read, terms, free, Progress.from(terms.ready()));
        List<Row> rows = new ArrayList<>();
        for (String scheduler : Schedulers.names()) {
            try {
                Schedule schedule = Schedulers.named(scheduler).schedule(problem);
                for (String policy : SparePolicies.names()) {
                    rows.add(row(problem, terms, schedule, scheduler, policy));
                }
            } catch (Unschedulable e) {
                // Every machine is busy for good: this scheduler has nothing to show.
            }
        }
        return rows;
    }

    private static Row row(Problem problem, PlanTerms terms, Schedule schedule, String scheduler, String policy) {
        boolean feasible = schedule.finish() <= terms.deadline();
        return new Row(
                scheduler,
                policy,
                feasible,
                schedule.finish(),
                schedule.makespan(),
                feasible
                        ? SparePolicies.named(policy)
                                .spread(problem, schedule, terms.deadline())
                                .sparePercentages()
                        : new DoubleSummaryStatistics());
    }
}
