package dev.berth.cli.lab;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Readings;
import dev.berth.lab.experiment.UnfinishedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment with all that it consists of.
 *
 * @param settings by which results are known to be of the same run
 * @param out where the results of all experiments go
 */
record PreparedExperiment<R>(
        Experiment<R> experiment,
        Options options,
        Readings<R> readings,
        List<Cell<R>> cells,
        String settings,
        Path out) {
    String id() {
        return experiment.id();
    }

    /** The name by which {@code berth lab run} finds it. */
    String name() {
        return Experiments.name(experiment);
    }

    /** A sentence about runs that are too few to decide much; empty if they are not, or if that is not known. */
    Optional<String> tooFewRuns() {
        return experiment.plannedRuns().tooFew(options);
    }

    Class<R> measures() {
        return experiment.measures();
    }

    Path directory() {
        return out.resolve(id());
    }

    /** Where finished cells are kept until all are done. */
    Path kept() {
        return directory().resolve("finished-runs.jsonl");
    }

    /**
     * The results of those cells that are finished, by their keys.
     *
     * @throws UnfinishedRun if cells of another run are kept there
     */
    Map<String, R> finished() throws IOException {
        return ExperimentRunner.finished(cells, measures(), kept(), settings);
    }
}
