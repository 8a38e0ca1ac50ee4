/** Berth's own experiment on prices that depend on the hour: what jobs save that can wait for cheap hours. */
@NullMarked
package dev.berth.lab.experiment.shifting;

import org.jspecify.annotations.NullMarked;
