/**
 * Experiments: what all of them share, their registry, and what runs them; each paper's own are in the package of its
 * name. Begin with {@code Experiment}, {@code Options}, {@code ExperimentRunner}, {@code Results} and {@code Measures}.
 */
@NullMarked
package dev.berth.lab.experiment;

import org.jspecify.annotations.NullMarked;
