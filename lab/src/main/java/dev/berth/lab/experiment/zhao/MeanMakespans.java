package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Options;
import dev.berth.workflow.schedule.Schedulers;

/**
 * The mean makespan of each scheduler over all runs with graphs of a type, for deadlines that are the same for all of them.
 * Computed when it is first asked for, because most readings do without.
 */
final class MeanMakespans {
    private final ZhaoType type;
    private final Options options;
    private final int runs;
    private double[] means = {};

    MeanMakespans(ZhaoType type, Options options, int runs) {
        this.type = type;
        this.options = options;
        this.runs = runs;
    }

    /** @param scheduler its place among the paper's */
    synchronized double of(int scheduler) {
        if (means.length == 0) {
            double[] sums = new double[ZhaoPaper.SCHEDULERS.size()];
            for (int run = 0; run < runs; run++) {
                var problem = type.problem(options, run);
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += (double) Schedulers.named(ZhaoPaper.SCHEDULERS.get(i))
                                    .schedule(problem)
                                    .makespan()
                            / runs;
                }
            }
            means = sums;
        }
        return means[scheduler];
    }
}
