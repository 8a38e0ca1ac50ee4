package dev.berth.lab.experiment.slices;

import dev.berth.lab.experiment.MeasuredExperiment;
import java.util.List;

/** The experiments on parts of hosts, in the order they are listed. */
public final class SlicesExperiments {
    public static final List<MeasuredExperiment> ALL = List.of(new SlicesPlacement(), new FgdAllocation());

    private SlicesExperiments() {}
}
