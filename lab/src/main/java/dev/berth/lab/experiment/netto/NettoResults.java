package dev.berth.lab.experiment.netto;

import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.RunResult;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What came of the cases of a figure, as estimates over the runs. */
record NettoResults(int runs, Map<String, RunResult> results) {
    private double[] values(NettoCase one, ToDoubleFunction<RunResult> quantity) {
        double[] values = new double[runs];
        for (int run = 0; run < runs; run++) {
            RunResult result = results.get(one.key(run));
            if (result == null) {
                throw new IllegalArgumentException("no result for " + one.key(run));
            }
            values[run] = quantity.applyAsDouble(result);
        }
        return values;
    }

    /** In per cent. */
    Estimate utilisation(NettoCase one) {
        return Statistics.estimate(values(one, result -> 100 * result.utilisation()));
    }

    /** Points of utilisation above another case: of the differences run by run, whose jobs are the same. */
    Estimate gain(NettoCase one, NettoCase over) {
        double[] gains = values(one, result -> 100 * result.utilisation());
        double[] base = values(over, result -> 100 * result.utilisation());
        for (int run = 0; run < runs; run++) {
            gains[run] -= base[run];
        }
        return Statistics.estimate(gains);
    }

    /** Share of the work that was accepted, in per cent. */
    Estimate acceptedWork(NettoCase one) {
        return Statistics.estimate(values(one, result -> 100 * (1 - result.loss())));
    }

    Estimate offersTaken(NettoCase one) {
        return Statistics.estimate(values(one, result -> result.offers().taken()));
    }

    /** Mean |phi| in per cent, over the runs in which an offer was taken. */
    Estimate meanPhi(NettoCase one) {
        return Statistics.estimateOfKnown(
                values(one, result -> 100 * result.offers().meanPhi()));
    }
}
