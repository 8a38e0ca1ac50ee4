/** Recovery of time that is booked and not used: Berth's own experiment. Begin with {@code IdleRecovery} and {@code RecoverySimulation}. */
@NullMarked
package dev.berth.lab.experiment.recovery;

import org.jspecify.annotations.NullMarked;
