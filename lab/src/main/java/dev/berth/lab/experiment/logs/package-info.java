/** Comparisons of policies on logs of real machines: Berth's own experiments. Begin with {@code EarlyStartsLogs} and {@code LogSweep}. */
@NullMarked
package dev.berth.lab.experiment.logs;

import org.jspecify.annotations.NullMarked;
