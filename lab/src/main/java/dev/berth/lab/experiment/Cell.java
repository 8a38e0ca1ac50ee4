package dev.berth.lab.experiment;

import java.util.function.Supplier;

/**
 * One run to be done: the smallest piece that is kept when a lab run is interrupted.
 *
 * @param key what it is, unique within the experiment and the same in every process
 * @param <R> what it measures
 */
public record Cell<R>(String key, Supplier<R> work) {}
