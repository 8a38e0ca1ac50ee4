package dev.berth.cli.workflow.run;

/** Event that a run has to act upon. */
sealed interface TaskEvent {
    /** The command of a task has ended; nothing of it is left. */
    record Ended(int task, int code, boolean wasCutShort) implements TaskEvent {}

    /** The command of a task will be asked to end soon, unless it gets more time. */
    record NeedsMoreTime(int task) implements TaskEvent {}

    /** Somebody wants the run to stop. */
    record Stopped() implements TaskEvent {}
}
