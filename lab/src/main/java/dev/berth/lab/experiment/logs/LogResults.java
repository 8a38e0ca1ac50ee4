package dev.berth.lab.experiment.logs;

import dev.berth.engine.admission.Admissions;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.figure.Paired;
import java.util.Arrays;

/**
 * Losses of a sweep, and their ratios to the better of {@code earliest} and {@code level}, both as promised. A little is added to
 * both losses of a ratio, so that a loss of 0 has one, and losses that nobody would notice hardly count.
 */
record LogResults(LogSweep sweep, MeasuredRuns runs) {
    /** 0.1 points of a loss. */
    static final double ADDED = 0.001;

    private static final LogWay EARLIEST = LogWay.asPromised(LogSweep.EARLIEST, Admissions.DEFAULT);
    private static final LogWay LEVEL = LogWay.asPromised(LogSweep.LEVEL, Admissions.DEFAULT);

    double mean(LogCell place, LogWay way, String measure) {
        return runs.mean(LogSweep.group(place, way), sweep.runs(), measure);
    }

    private double[] losses(LogCell place, LogWay way) {
        return runs.values(LogSweep.group(place, way), sweep.runs(), LogSweep.LOSS);
    }

    /** The one that loses less of this cell in the mean of the runs. */
    LogWay better(LogCell place) {
        return mean(place, EARLIEST, LogSweep.LOSS) <= mean(place, LEVEL, LogSweep.LOSS) ? EARLIEST : LEVEL;
    }

    /** Ratio of the mean losses. */
    double ratio(LogCell place, LogWay way) {
        return (mean(place, way, LogSweep.LOSS) + ADDED) / (mean(place, better(place), LogSweep.LOSS) + ADDED);
    }

    /** How much more than this many times the loss of the better one a way loses, run by run. */
    Paired above(LogCell place, LogWay way, double times) {
        return Paired.of(added(losses(place, way)), times, added(losses(place, better(place))));
    }

    private static double[] added(double[] losses) {
        return Arrays.stream(losses).map(loss -> loss + ADDED).toArray();
    }

    /** Geometric mean over all cells of the ratios, run by run. */
    Paired geometricMean(LogWay way) {
        double[] logarithms = new double[sweep.runs()];
        for (LogCell place : sweep.places()) {
            double[] own = added(losses(place, way));
            double[] others = added(losses(place, better(place)));
            for (int run = 0; run < logarithms.length; run++) {
                logarithms[run] +=
                        StrictMath.log(own[run] / others[run]) / sweep.places().size();
            }
        }
        return Paired.of(Arrays.stream(logarithms).map(StrictMath::exp).toArray());
    }
}
