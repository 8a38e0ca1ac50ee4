/**
 * Control groups that hold a command to what its reservation has of the host: memory, cores, and a number of processes that leaves room for
 * others. Begin with {@code Fences} and {@code Fence}.
 */
@NullMarked
package dev.berth.cli.run.fence;

import org.jspecify.annotations.NullMarked;
