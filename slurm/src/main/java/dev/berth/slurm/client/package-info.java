/**
 * Slurm as a {@link dev.berth.slurm.Cluster}, by its programs {@code scontrol} and {@code squeue}. They are
 * started with fixed argument vectors and no shell; what they print is read strictly, within limits. Begin with {@code
 * Slurm}, {@code SlurmPrograms}, {@code Printed}, {@code Hostlist} and {@code SlurmRefusals}.
 */
@NullMarked
package dev.berth.slurm.client;

import org.jspecify.annotations.NullMarked;
