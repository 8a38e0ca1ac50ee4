/** Commands as jobs of Slurm, inside the Slurm reservations of their bookings. */
@NullMarked
package dev.berth.cli.run.slurm;

import org.jspecify.annotations.NullMarked;
