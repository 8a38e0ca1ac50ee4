package dev.berth.cli.workflow.run;

/** What a task has come to on this machine. */
enum TaskState {
    WAITING,
    RUNNING,
    DONE,
    FAILED
}
