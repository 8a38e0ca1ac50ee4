package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Statistics;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What came of the cases of a figure, as estimates over the runs. */
record NettoResults(int runs, Results<NettoRun> results) {
    NettoResults(int runs, Map<String, NettoRun> byKey) {
        this(runs, new Results<>(byKey));
    }

    private double[] values(NettoCase one, ToDoubleFunction<NettoRun> quantity) {
        return results.values(runs, one::key, quantity);
    }

    double meanUtilisation(NettoCase one) {
        return utilisation(one).mean();
    }

    double meanGain(NettoCase one, NettoCase over) {
        return gain(one, over).mean();
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
