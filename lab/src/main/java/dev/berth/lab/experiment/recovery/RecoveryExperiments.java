package dev.berth.lab.experiment.recovery;

import dev.berth.lab.experiment.MeasuredExperiment;
import java.util.List;

/** The experiments on time that is booked and not used, in the order they are listed. */
public final class RecoveryExperiments {
    public static final List<MeasuredExperiment> ALL = List.of(new IdleRecovery());

    private RecoveryExperiments() {}
}
