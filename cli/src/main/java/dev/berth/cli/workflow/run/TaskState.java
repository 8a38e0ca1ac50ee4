package dev.berth.cli.workflow.run;

/** State of a task on this machine. */
enum TaskState {
    WAITING,
    RUNNING,
    DONE,
    FAILED
}
