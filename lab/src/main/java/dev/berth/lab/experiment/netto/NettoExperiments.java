package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Experiment;
import java.util.List;

/** The experiments of netto, in the order they are listed. */
public final class NettoExperiments {
    public static final List<Experiment> ALL = List.of(
            NettoFigures.figure1(),
            NettoFigures.figure2(),
            NettoFigures.figure3(),
            NettoFigures.figure4(),
            NettoFigures.figure5(),
            NettoFigures.figure6());

    private NettoExperiments() {}
}
