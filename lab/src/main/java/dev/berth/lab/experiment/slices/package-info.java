/** Placement of jobs that take parts of hosts: Berth's own experiment, and the one of the paper on fragmentation gradient descent. */
@NullMarked
package dev.berth.lab.experiment.slices;

import org.jspecify.annotations.NullMarked;
