/** Logs of real machines in the Standard Workload Format of the Parallel Workloads Archive. */
@NullMarked
package dev.berth.lab.workload.swf;

import org.jspecify.annotations.NullMarked;
