/** How much of a cluster is used beside its reservations, by who makes them and when; on a real Slurm. */
@NullMarked
package dev.berth.soak.slurm;

import org.jspecify.annotations.NullMarked;
