/** Requests of GPU clusters, for parts of hosts, and the readers of their published traces. Begin with {@code SliceJobs}, {@code GpuTrace} and {@code JobLogs}. */
@NullMarked
package dev.berth.lab.workload.gpu;

import org.jspecify.annotations.NullMarked;
