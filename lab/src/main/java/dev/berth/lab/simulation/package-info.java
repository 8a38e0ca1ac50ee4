/** Runs of a workload through the real book, and what is measured on them. */
@NullMarked
package dev.berth.lab.simulation;

import org.jspecify.annotations.NullMarked;
