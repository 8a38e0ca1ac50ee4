package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.KnownRun;
import org.jspecify.annotations.Nullable;

/**
 * One run of ahuja's evaluation. All figures are of the same ones.
 *
 * @param policy that chooses the resources; null if they are random, as in the paper
 * @param percent of the jobs that seek advance reservation
 */
record AhujaTask(
        int jobs,
        long seed,
        AhujaReading reading,
        AhujaOrder order,
        @Nullable String policy,
        int percent) implements KnownRun<AhujaRun> {
    @Override
    public AhujaRun get() {
        return AhujaSimulation.run(AhujaWorkload.of(jobs, seed, reading), reading, order, policy, percent);
    }
}
