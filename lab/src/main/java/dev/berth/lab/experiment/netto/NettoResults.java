package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Statistics;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Results of the cases of a figure, as estimates over the runs. */
record NettoResults(int runs, Results<NettoRun> results) {
    NettoResults(int runs, Map<String, NettoRun> byKey) {
        this(runs, new Results<>(byKey));
    }

    double[] values(NettoCase one, ToDoubleFunction<NettoRun> quantity) {
        return results.values(runs, one::key, quantity);
    }

    double meanUtilisation(NettoCase one) {
        return utilisation(one).mean();
    }

    /** Utilisation in per cent. */
    Estimate utilisation(NettoCase one) {
        return Statistics.estimate(utilisations(one));
    }

    /** Points of utilisation above another case: of the differences run by run, whose jobs are the same. */
    Estimate gain(NettoCase one, NettoCase over) {
        return above(one, over).difference();
    }

    /** The same, to be decided on. */
    Paired above(NettoCase one, NettoCase over) {
        return Paired.of(utilisations(one), utilisations(over));
    }

    /** Utilisation in per cent, run by run. */
    double[] utilisations(NettoCase one) {
        return values(one, result -> 100 * result.utilisation());
    }

    /** The gain over another case in points, run by run. */
    double[] gains(NettoCase one, NettoCase over) {
        double[] gains = utilisations(one);
        double[] base = utilisations(over);
        Arrays.setAll(gains, run -> gains[run] - base[run]);
        return gains;
    }

    /** The gain over another case in per cent of that one's utilisation, run by run. */
    double[] relativeGains(NettoCase one, NettoCase over) {
        double[] gains = utilisations(one);
        double[] base = utilisations(over);
        Arrays.setAll(gains, run -> 100 * (gains[run] / base[run] - 1));
        return gains;
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
        return Statistics.estimateOfKnown(phis(one));
    }

    /** Mean |phi| in per cent, run by run; not a number where no offer was taken. */
    double[] phis(NettoCase one) {
        return values(one, result -> 100 * result.offers().meanPhi());
    }
}
