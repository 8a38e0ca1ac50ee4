/** Streams of jobs: the papers' and traces of real machines. */
@NullMarked
package dev.berth.lab.workload;

import org.jspecify.annotations.NullMarked;
