package dev.berth.lab.experiment;

import dev.berth.lab.figure.Figure;
import dev.berth.lab.simulation.RunResult;
import java.util.List;
import java.util.Map;

/** A figure or table of a paper that can be run again. */
public interface Experiment {
    /** Such as {@code castillo-fig4}. */
    String id();

    String title();

    /** Whether it can run a log of the user's instead of a built-in workload. */
    default boolean takesTrace() {
        return false;
    }

    /** The runs it consists of, independent of one another. */
    List<Cell> cells(Options options);

    /** The figure, from the results of all cells by their keys. */
    Figure figure(Options options, Map<String, RunResult> results);
}
