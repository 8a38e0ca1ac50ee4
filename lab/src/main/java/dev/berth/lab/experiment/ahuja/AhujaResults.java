package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/**
 * What came of a sweep, as estimates over the runs; and what ahuja says of several of its figures, checked on ours by the
 * means. What is said of DPSAR is checked for both readings, each a claim of its own where they may differ.
 */
record AhujaResults(AhujaSweep sweep, Results<AhujaRun> results) {
    AhujaResults(AhujaSweep sweep, Map<String, AhujaRun> byKey) {
        this(sweep, new Results<>(byKey));
    }

    /** Over the runs that have a value. */
    Estimate estimate(AhujaWay way, int percent, ToDoubleFunction<AhujaRun> quantity) {
        return Statistics.estimateOfKnown(results.values(sweep.runs(), run -> way.key(percent, run), quantity));
    }

    /** The means by percentage, 0 where there is nothing to measure. */
    double[] means(AhujaWay way, ToDoubleFunction<AhujaRun> quantity) {
        return AhujaSweep.PERCENTAGES.stream()
                .mapToDouble(percent -> estimate(way, percent, quantity).mean())
                .map(mean -> Double.isNaN(mean) ? 0 : mean)
                .toArray();
    }

    static String words(AhujaWay way, double[] means) {
        StringJoiner numbers = new StringJoiner(", ", way.name() + " ", "");
        for (double value : means) {
            numbers.add(String.format(Locale.ROOT, "%.2f", value));
        }
        return numbers.toString();
    }

    static String reading(AhujaWay way) {
        return way.equals(AhujaWay.PAIRS) ? " (two users at a time)" : " (all merged)";
    }

    /** Whether every step goes up, or down if the sign is negative. */
    Claim trend(String sentence, String where, int sign, ToDoubleFunction<AhujaRun> quantity) {
        boolean holds = true;
        StringJoiner evidence = new StringJoiner("; ");
        for (AhujaWay way : AhujaWay.PAPERS) {
            double[] means = means(way, quantity);
            for (int i = 1; i < means.length; i++) {
                holds &= sign * (means[i] - means[i - 1]) > 0;
            }
            evidence.add(words(way, means));
        }
        return new Claim(sentence, where, holds, "at 0, 10, 20, 30%: " + evidence);
    }

    /** Whether DPSAR is below ARWP everywhere, or above if the sign is positive; a claim for each reading. */
    List<Claim> better(
            String sentence, String where, int sign, double tolerance, int from, ToDoubleFunction<AhujaRun> quantity) {
        List<Claim> claims = new ArrayList<>();
        double[] without = means(AhujaWay.ARWP, quantity);
        for (AhujaWay way : AhujaWay.DPSAR) {
            double[] with = means(way, quantity);
            boolean holds = true;
            for (int i = from; i < with.length; i++) {
                double ahead = sign * (with[i] - without[i]);
                holds &= tolerance == 0 ? ahead > 0 : ahead >= -tolerance;
            }
            claims.add(new Claim(
                    sentence + reading(way),
                    where,
                    holds,
                    "at 0, 10, 20, 30%%: %s; %s".formatted(words(way, with), words(AhujaWay.ARWP, without))));
        }
        return claims;
    }
}
