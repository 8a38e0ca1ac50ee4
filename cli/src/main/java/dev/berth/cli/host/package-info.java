/**
 * This machine: its GPUs, cores and memory, and who uses them. Knows nothing of a service. Begin with {@code NvidiaSmi}.
 */
@NullMarked
package dev.berth.cli.host;

import org.jspecify.annotations.NullMarked;
