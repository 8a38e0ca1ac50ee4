package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Experiment;
import java.util.List;

/** The experiments of castillo, in the order they are listed. */
public final class CastilloExperiments {
    public static final List<Experiment> ALL = List.of(
            CastilloFigures.figure2(),
            CastilloFigures.figure4(),
            CastilloFigures.figure5(),
            CastilloFigures.figure6(),
            new CastilloOpportunistic());

    private CastilloExperiments() {}
}
