package dev.berth.lab.experiment;

import java.util.function.Supplier;

/**
 * Work of a cell that is a value: runs that are equal have equal results. Several figures of a paper often show the same runs;
 * one runner makes each of them once.
 *
 * @param <R> what it measures
 */
public interface KnownRun<R> extends Supplier<R> {}
