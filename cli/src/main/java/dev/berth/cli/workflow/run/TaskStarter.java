package dev.berth.cli.workflow.run;

/** Starts the commands of tasks. */
interface TaskStarter {
    /** Starts a task in its slot, which has begun; its end is told as an event, and that it needs more time. */
    RunningTask start(int task, TaskSlotState slot);
}
