/** Streams of jobs that several experiments share: castillo's, Lublin and Feitelson's, and traces of real machines. */
@NullMarked
package dev.berth.lab.workload;

import org.jspecify.annotations.NullMarked;
