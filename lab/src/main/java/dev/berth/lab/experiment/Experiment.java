package dev.berth.lab.experiment;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import java.util.List;
import java.util.Map;

/**
 * A figure or table of a paper that can be run again.
 *
 * @param <R> what one of its runs measures, a record of the paper's own; see {@link #measures}
 */
public interface Experiment<R> {
    /** Such as {@code castillo-fig4}. */
    String id();

    String title();

    /** The record that a run fills. Finished runs are kept as JSON by its components, nested records and lists included. */
    Class<R> measures();

    /** Whether it can run a log of the user's instead of a built-in workload. */
    default boolean takesTrace() {
        return false;
    }

    /** Whether it can run several logs beside one another. */
    default boolean takesSeveralTraces() {
        return false;
    }

    /** Whether it can take the tasks of a trace of a GPU cluster instead of the built-in requests. */
    default boolean takesGpuTrace() {
        return false;
    }

    /** Number of runs, fixed beforehand, with the reason. */
    PlannedRuns plannedRuns();

    /** Parameters that the paper leaves open and the experiment must choose. */
    default List<OpenParameter> parameters() {
        return List.of();
    }

    /** Readings to run to see on which choices a verdict depends; the first is the run as it is set. */
    default List<Reading> readings(Options options) {
        return Reading.oneAtATime(parameters(), options);
    }

    /** The runs it consists of, independent of one another. */
    List<Cell<R>> cells(Options options);

    /** Cells that the claims need; nothing else is run of a further reading. */
    default List<Cell<R>> cellsOfClaims(Options options) {
        return cells(options);
    }

    /** The figure, from the results of all cells by their keys. */
    Figure figure(Options options, Map<String, R> results);

    /** The claims of the figure, from the results of {@link #cellsOfClaims}. */
    default List<Claim> claims(Options options, Map<String, R> results) {
        return figure(options, results).claims();
    }
}
