package dev.berth.workflow.schedule;

import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a schedule can be kept: every task has its time, starts when its data is there and not before it may, alone
 * on its machine and outside what that is busy with. What has happened is only compared with the progress: nobody can
 * change it.
 */
public final class ScheduleCheck {
    private final WorkflowProblem problem;
    private final Workflow workflow;
    private final Schedule schedule;
    private final boolean[] fixed;
    private final List<String> faults = new ArrayList<>();

    private ScheduleCheck(WorkflowProblem problem, Schedule schedule) {
        this.problem = problem;
        this.schedule = schedule;
        workflow = problem.workflow();
        fixed = new boolean[workflow.size()];
    }

    /** Faults of a schedule, in words; empty if it is valid. */
    public static List<String> faults(WorkflowProblem problem, Schedule schedule) {
        return faults(problem, schedule, false);
    }

    /** The same for slots that may be longer than the tasks in them. */
    public static List<String> slotFaults(WorkflowProblem problem, Schedule slots) {
        return faults(problem, slots, true);
    }

    private static List<String> faults(WorkflowProblem problem, Schedule schedule, boolean longer) {
        ScheduleCheck check = new ScheduleCheck(problem, schedule);
        check.checkProgress();
        check.checkTimes(longer);
        check.checkData();
        check.checkMachines();
        return check.faults;
    }

    private void checkProgress() {
        for (Progress.Fixed done : problem.progress().fixed()) {
            int task = done.task();
            fixed[task] = true;
            if (schedule.machine(task) != done.machine()
                    || schedule.start(task) != done.start()
                    || schedule.end(task) != done.end()) {
                fault(task, "is not where and when it ran");
            }
        }
    }

    private void checkTimes(boolean longer) {
        for (int task = 0; task < workflow.size(); task++) {
            if (fixed[task]) {
                continue;
            }
            long time = problem.time(task, schedule.machine(task));
            long given = schedule.end(task) - schedule.start(task);
            if (given < time || (given > time && !longer)) {
                fault(task, "has " + given + " but takes " + time);
            }
            if (schedule.start(task) < problem.progress().notBefore()) {
                fault(task, "starts before " + problem.progress().notBefore());
            }
        }
    }

    private void checkData() {
        for (int edge = 0; edge < workflow.edgeCount(); edge++) {
            int from = workflow.from(edge);
            int to = workflow.to(edge);
            long arrival = schedule.end(from) + problem.transfer(edge, schedule.machine(from), schedule.machine(to));
            if (!fixed[to] && schedule.start(to) < arrival) {
                fault(to, "starts before its data from " + workflow.task(from).id() + " comes at " + arrival);
            }
        }
    }

    private void checkMachines() {
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            int[] tasks = schedule.tasksOn(machine);
            long end = 0;
            for (int task : tasks) {
                if (!fixed[task] && schedule.start(task) < end) {
                    fault(task, "starts before the one before it ends at " + end);
                }
                end = Math.max(end, schedule.end(task));
                checkBusy(task, machine);
            }
        }
    }

    private void checkBusy(int task, int machine) {
        for (Window window : problem.machines().busy(machine)) {
            if (!fixed[task] && schedule.start(task) < window.end() && window.start() < schedule.end(task)) {
                fault(task, "overlaps a busy window " + window);
            }
        }
    }

    private void fault(int task, String words) {
        faults.add("task " + workflow.task(task).id() + " [" + schedule.start(task) + ", " + schedule.end(task)
                + ") on " + problem.machines().machine(schedule.machine(task)).id() + " " + words);
    }
}
