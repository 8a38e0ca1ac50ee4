/** Runs of a workload through the real book, and what is measured on them. Begin with {@code JobFeed}. */
@NullMarked
package dev.berth.lab.simulation;

import org.jspecify.annotations.NullMarked;
