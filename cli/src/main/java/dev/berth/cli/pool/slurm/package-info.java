/** {@code berth pools import slurm}, which reads a cluster itself instead of asking a service. */
@NullMarked
package dev.berth.cli.pool.slurm;

import org.jspecify.annotations.NullMarked;
