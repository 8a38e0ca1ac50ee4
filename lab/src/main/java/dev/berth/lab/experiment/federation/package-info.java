/** What it costs that servers are those of several sites and not of one: Berth's own experiment, on castillo's workload. */
@NullMarked
package dev.berth.lab.experiment.federation;

import org.jspecify.annotations.NullMarked;
