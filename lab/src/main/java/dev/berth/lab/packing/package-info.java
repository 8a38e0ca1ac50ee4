/**
 * Packing of tasks on the nodes of a cluster at one moment, as in the paper on fragmentation gradient descent. Begin with {@code Inflation} and
 * {@code PackingRule}.
 */
@NullMarked
package dev.berth.lab.packing;

import org.jspecify.annotations.NullMarked;
