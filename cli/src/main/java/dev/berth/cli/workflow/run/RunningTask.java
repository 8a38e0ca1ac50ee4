package dev.berth.cli.workflow.run;

import java.nio.file.Path;

/**
 * The command of a task that runs.
 *
 * @param log where its output goes
 * @param stop asks it to end, with the usual grace
 */
record RunningTask(Path log, Runnable stop) {}
