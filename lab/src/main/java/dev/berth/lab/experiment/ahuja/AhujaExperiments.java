package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Experiment;
import java.util.List;

/** The experiments of ahuja, in the order they are listed. */
public final class AhujaExperiments {
    public static final List<Experiment<AhujaRun>> ALL =
            List.of(new AhujaFigure4(), new AhujaFigure5(), new AhujaFigure6(), new AhujaFigure7());

    private AhujaExperiments() {}
}
