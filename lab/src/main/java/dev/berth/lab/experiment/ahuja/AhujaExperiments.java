package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Experiment;
import java.util.List;

/** The experiments of ahuja, in the order they are listed. */
public final class AhujaExperiments {
    public static final List<Experiment> ALL =
            List.of(AhujaFigures.figure4(), AhujaFigures.figure5(), AhujaFigures.figure6(), AhujaFigures.figure7());

    private AhujaExperiments() {}
}
