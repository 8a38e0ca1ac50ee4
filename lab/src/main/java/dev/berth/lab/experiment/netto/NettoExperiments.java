package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Experiment;
import java.util.List;

/** The experiments of netto, in the order they are listed. */
public final class NettoExperiments {
    public static final List<Experiment<NettoRun>> ALL = List.of(
            new NettoFigure1(),
            new NettoFigure2(),
            new NettoFigure3(),
            new NettoFigure4(),
            new NettoFigure5(),
            new NettoFigure6(),
            new NettoMarket());

    private NettoExperiments() {}
}
