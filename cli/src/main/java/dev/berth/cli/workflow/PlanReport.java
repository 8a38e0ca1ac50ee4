package dev.berth.cli.workflow;

import dev.berth.workflow.Planner;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Report of {@code berth workflow plan --json}. Times are milliseconds from the beginning. */
record PlanReport(
        String workflow,
        String scheduler,
        String spare,
        @Nullable String threshold,
        @Nullable String begin,
        long deadlineMillis,
        long makespanMillis,
        long finishMillis,
        boolean wholeMachines,
        long gapMillis,
        double leastSparePercent,
        double meanSparePercent,
        double greatestSparePercent,
        List<String> machines,
        List<Slot> slots,
        List<String> notes) {
    /** The slot of a task. */
    record Slot(
            String task,
            String kind,
            String machine,
            long startMillis,
            long endMillis,
            long runMillis,
            long spareMillis,
            double sparePercent) {}

    /** Scheduler and policy of spare time of the plan. */
    record Policy(String scheduler, String spare, Threshold threshold) {}

    static PlanReport of(
            Workflow workflow,
            Machines machines,
            Planner.Planned planned,
            Policy policy,
            PlanDeadline deadline,
            List<String> notes) {
        Plan plan = planned.plan();
        DoubleSummaryStatistics percent = plan.sparePercentages();
        List<Slot> slots = new ArrayList<>();
        // Read like a timetable: what starts first comes first.
        for (int task : plan.slots().order()) {
            Task of = workflow.task(task);
            slots.add(new Slot(
                    of.id(),
                    of.kind(),
                    machines.machine(plan.machine(task)).id(),
                    plan.start(task),
                    plan.end(task),
                    plan.time(task),
                    plan.spare(task),
                    plan.sparePercent(task)));
        }
        boolean none = percent.getCount() == 0;
        return new PlanReport(
                workflow.name(),
                policy.scheduler,
                policy.spare,
                SparePolicies.named(policy.spare).isRecursive() ? policy.threshold.share() : null,
                deadline.begin() == null ? null : deadline.begin().toString(),
                deadline.millis(),
                planned.schedule().makespan(),
                plan.finish(),
                plan.wholeMachines(),
                plan.gaps(),
                none ? 0 : percent.getMin(),
                none ? 0 : percent.getAverage(),
                none ? 0 : percent.getMax(),
                Arrays.asList(machines.all().stream().map(each -> each.id()).toArray(String[]::new)),
                slots,
                notes);
    }
}
