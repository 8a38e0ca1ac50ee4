/**
 * A real cluster behind the book. {@code Desired} says what it should keep, a {@code Census} what it keeps, and a {@code
 * Reconciler} makes the second like the first, round after round. Begin with {@code Cluster}, {@code Desired}, {@code
 * Difference}, {@code Blocks} and {@code Reconciler}.
 */
@NullMarked
package dev.berth.slurm;

import org.jspecify.annotations.NullMarked;
