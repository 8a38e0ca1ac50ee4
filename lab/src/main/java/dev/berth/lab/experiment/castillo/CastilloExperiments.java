package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.simulation.OverrunResult;
import dev.berth.lab.simulation.SimulationResult;
import java.util.List;

/** The experiments of castillo and those of ours on its workload, in the order they are listed. */
public final class CastilloExperiments {
    public static final List<Experiment<SimulationResult>> ALL = List.of(
            new CastilloFigure2(),
            new CastilloFigure4(),
            new CastilloFigure5(),
            new CastilloFigure6(),
            new CastilloBookAhead(),
            new CastilloOpportunistic(),
            new CastilloNegotiation(),
            new CastilloGroups(),
            new EarlyStarts(),
            new LateBinding());

    /** Jobs that take longer than they booked, whose runs measure other things. */
    public static final List<Experiment<OverrunResult>> OVERRUNS = List.of(new CastilloOverrun());

    private CastilloExperiments() {}
}
