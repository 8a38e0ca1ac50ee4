/** castillo's figures: sweeps over loads, with and without opportunistic jobs, and its claims; early starts on its workload. */
@NullMarked
package dev.berth.lab.experiment.castillo;

import org.jspecify.annotations.NullMarked;
