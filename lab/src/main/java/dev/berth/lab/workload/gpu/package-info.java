/** Requests of GPU clusters, for parts of hosts, and the reader of a trace of them. Begin with {@code SliceJobs}. */
@NullMarked
package dev.berth.lab.workload.gpu;

import org.jspecify.annotations.NullMarked;
