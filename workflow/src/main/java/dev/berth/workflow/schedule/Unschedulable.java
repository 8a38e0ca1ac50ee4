package dev.berth.workflow.schedule;

/** A task that no machine has room for, however late: every machine is busy for good. */
public final class Unschedulable extends RuntimeException {
    private final String task;

    public Unschedulable(String task) {
        super("no machine ever has room for task " + task + "; give a machine that is free for its whole run time");
        this.task = task;
    }

    public String task() {
        return task;
    }
}
