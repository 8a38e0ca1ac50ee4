package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Measures;
import java.util.List;

/** The experiments of singh, in the order they are listed. */
public final class SinghExperiments {
    public static final List<Experiment<Measures>> ALL = List.of(
            new SinghFigure4(),
            new SinghFigure5(),
            new SinghFigure6(),
            new SinghMoga(),
            new SinghFigure9(),
            new SinghFigure10(),
            new SinghFigure11(),
            new SinghFigure12(),
            new SinghLead());

    private SinghExperiments() {}
}
