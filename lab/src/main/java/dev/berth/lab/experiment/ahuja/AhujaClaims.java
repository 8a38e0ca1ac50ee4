package dev.berth.lab.experiment.ahuja;

import static dev.berth.lab.experiment.ahuja.AhujaSweep.PERCENTAGES;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.simulation.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/**
 * What ahuja says of its figures, checked on ours by the means. What is said of DPSAR is checked for both readings, each a
 * claim of its own where they may differ. "Sharp" from 0 to 10% is that no later step is half as large.
 */
record AhujaClaims(AhujaSweep sweep, Map<String, RunResult> results) {
    private static final double SHARP = 0.5;
    /** Points of utilisation that are still "no worse". */
    private static final double NO_WORSE = 0.05;

    private double mean(AhujaWay way, int percent, ToDoubleFunction<RunResult> quantity) {
        double mean = sweep.estimate(way, percent, results, quantity).mean();
        return Double.isNaN(mean) ? 0 : mean;
    }

    private double[] curve(AhujaWay way, ToDoubleFunction<RunResult> quantity) {
        return PERCENTAGES.stream()
                .mapToDouble(percent -> mean(way, percent, quantity))
                .toArray();
    }

    private static String words(AhujaWay way, double[] curve) {
        StringJoiner numbers = new StringJoiner(", ", way.name() + " ", "");
        for (double value : curve) {
            numbers.add(String.format(Locale.ROOT, "%.2f", value));
        }
        return numbers.toString();
    }

    /** Whether every step goes up, or down if the sign is negative. */
    private static boolean steady(double[] curve, int sign) {
        for (int i = 1; i < curve.length; i++) {
            if (sign * (curve[i] - curve[i - 1]) <= 0) {
                return false;
            }
        }
        return true;
    }

    private Claim trend(String sentence, String where, int sign, ToDoubleFunction<RunResult> quantity) {
        boolean holds = true;
        StringJoiner evidence = new StringJoiner("; ");
        for (AhujaWay way : List.of(AhujaWay.PAIRS, AhujaWay.MERGED, AhujaWay.ARWP)) {
            double[] curve = curve(way, quantity);
            holds &= steady(curve, sign);
            evidence.add(words(way, curve));
        }
        return new Claim(sentence, where, holds, "at 0, 10, 20, 30%: " + evidence);
    }

    /** Whether DPSAR is below ARWP everywhere, or above if the sign is positive; a claim for each reading. */
    private List<Claim> better(
            String sentence, String where, int sign, double tolerance, int from, ToDoubleFunction<RunResult> quantity) {
        List<Claim> claims = new ArrayList<>();
        double[] without = curve(AhujaWay.ARWP, quantity);
        for (AhujaWay way : AhujaWay.DPSAR) {
            double[] with = curve(way, quantity);
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

    private static String reading(AhujaWay way) {
        return way.equals(AhujaWay.PAIRS) ? " (two users at a time)" : " (all merged)";
    }

    private Claim sharp(String sentence, ToDoubleFunction<RunResult> quantity) {
        boolean holds = true;
        StringJoiner evidence = new StringJoiner("; ");
        for (AhujaWay way : List.of(AhujaWay.PAIRS, AhujaWay.MERGED, AhujaWay.ARWP)) {
            double[] curve = curve(way, quantity);
            double first = curve[1] - curve[0];
            holds &= first > 0;
            for (int i = 2; i < curve.length; i++) {
                holds &= curve[i] - curve[i - 1] < SHARP * first;
            }
            evidence.add(words(way, curve));
        }
        return new Claim(sentence, "Figure 4", holds, "at 0, 10, 20, 30%: " + evidence);
    }

    List<Claim> figure4() {
        List<Claim> claims = new ArrayList<>();
        String rises = "The average wait rises with the percentage";
        claims.add(trend(rises + " (of all jobs).", "Figure 4", 1, RunResult::meanWaitHours));
        claims.add(trend(
                rises + " (of those reserved in advance, 0 if none is).", "Figure 4", 1, AhujaFigures::advanceWait));
        String sharp = "The rise is sharp from 0 to 10% and not as sharp beyond";
        claims.add(sharp(sharp + " (of all jobs).", RunResult::meanWaitHours));
        claims.add(sharp(sharp + " (of those reserved in advance, 0 if none is).", AhujaFigures::advanceWait));
        double[] without = curve(AhujaWay.ARWP, RunResult::meanWaitHours);
        for (AhujaWay way : AhujaWay.DPSAR) {
            double[] with = curve(way, RunResult::meanWaitHours);
            double rise = with[with.length - 1] - with[0];
            double arwp = without[without.length - 1] - without[0];
            claims.add(new Claim(
                    "With DPSAR the average wait increases very insignificantly as compared to ARWP" + reading(way),
                    "Figure 4",
                    rise < arwp,
                    String.format(
                            Locale.ROOT, "from 0 to 30%% %s rises by %.2f h, ARWP by %.2f h", way.name(), rise, arwp)));
        }
        return claims;
    }

    List<Claim> figure5() {
        List<Claim> claims = new ArrayList<>();
        claims.add(trend("The average offset falls with the percentage.", "Figure 5", -1, AhujaFigures::offset));
        claims.addAll(better("The average offset is lower with DPSAR", "Figure 5", -1, 0, 0, AhujaFigures::offset));
        return claims;
    }

    List<Claim> figure6() {
        List<Claim> claims = new ArrayList<>();
        claims.add(trend("Rejections rise with the percentage.", "Figure 6", 1, AhujaFigures::rejections));
        // Without reservations nobody is rejected by either.
        claims.addAll(better("Rejections are fewer with DPSAR", "Figure 6", -1, 0, 1, AhujaFigures::rejections));
        return claims;
    }

    List<Claim> figure7() {
        List<Claim> claims = new ArrayList<>();
        claims.add(trend("Utilisation drops with the percentage.", "Figure 7", -1, AhujaFigures::utilisation));
        claims.addAll(
                better("Utilisation is no worse with DPSAR", "Figure 7", 1, NO_WORSE, 0, AhujaFigures::utilisation));
        for (AhujaWay way : AhujaWay.DPSAR) {
            double[] curve = curve(way, AhujaFigures::utilisation);
            claims.add(new Claim(
                    "With DPSAR it drops at 10% but improves slightly at 20 and 30%" + reading(way),
                    "Conclusion",
                    curve[1] < curve[0] && curve[2] > curve[1] && curve[3] > curve[1],
                    "at 0, 10, 20, 30%: " + words(way, curve)));
        }
        return claims;
    }
}
