package dev.berth.lab.experiment;

import dev.berth.lab.simulation.RunResult;
import java.util.function.Supplier;

/**
 * One run to be done: the smallest piece that is kept when a lab run is interrupted.
 *
 * @param key what it is, unique within the experiment and the same in every process
 */
public record Cell(String key, Supplier<RunResult> work) {}
