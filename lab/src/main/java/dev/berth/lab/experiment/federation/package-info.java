/** The cost of several sites instead of one: Berth's own experiment, on castillo's workload. */
@NullMarked
package dev.berth.lab.experiment.federation;

import org.jspecify.annotations.NullMarked;
