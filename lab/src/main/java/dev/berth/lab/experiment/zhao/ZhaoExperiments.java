package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Measures;
import java.util.List;

/** The experiments of zhao, in the order they are listed. */
public final class ZhaoExperiments {
    public static final List<Experiment<Measures>> ALL = List.of(
            new ZhaoExample(),
            new ZhaoTable1(),
            new ZhaoTable2(),
            new ZhaoGaps(),
            new ZhaoPolicies(),
            new ZhaoFigure9());

    private ZhaoExperiments() {}
}
