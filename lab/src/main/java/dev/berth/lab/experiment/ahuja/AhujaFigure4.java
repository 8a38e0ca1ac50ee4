package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Priority;
import dev.berth.lab.experiment.ahuja.AhujaRun.PriorityClass;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/** Figure 4 of ahuja: what jobs wait, and the users of which priority. "Sharp" is that no later step is half as large. */
final class AhujaFigure4 extends AhujaFigure {
    private static final String WHERE = "Figure 4";
    private static final double SHARP = 0.5;
    /** At which percentage the classes of priority are compared. */
    private static final int COMPARED = 20;

    AhujaFigure4() {
        super("ahuja-fig4", "Average wait, and who bears it");
    }

    @Override
    List<Panel> panels(AhujaResults results) {
        return List.of(
                byPercentage(results, "wait", "mean wait of all", "hours", AhujaRun::meanWaitHours),
                byPercentage(
                        results,
                        "advance-wait",
                        "mean wait of those reserved in advance",
                        "hours",
                        AhujaRun::advanceWaitHours),
                byClass(results, "class-wait", "mean wait by priority", "hours", PriorityClass::meanWaitHours),
                byClass(results, "worst-wait", "worst wait by priority", "hours", PriorityClass::worstWaitHours),
                byClass(
                        results,
                        "jain",
                        "fairness by priority",
                        "Jain's index of their mean waits",
                        PriorityClass::jain));
    }

    private static Panel byClass(
            AhujaResults results, String quantity, String title, String unit, ToDoubleFunction<PriorityClass> value) {
        List<Curve> curves = new ArrayList<>();
        for (AhujaWay way : results.sweep().ways()) {
            List<Point> points = new ArrayList<>();
            for (int level = 1; level <= Priority.LEVELS; level++) {
                int shown = level;
                points.add(new Point(
                        level, results.estimate(way, COMPARED, run -> value.applyAsDouble(run.ofPriority(shown)))));
            }
            curves.add(new Curve(way.name(), points));
        }
        return new Panel(
                quantity,
                String.format(Locale.ROOT, "%s, without the %d%% in advance", title, COMPARED),
                "priority of the user",
                unit,
                false,
                curves);
    }

    @Override
    List<Claim> claims(AhujaResults results) {
        List<Claim> claims = new ArrayList<>();
        String rises = "The average wait rises with the percentage";
        String ofAll = " (of all jobs).";
        String inAdvance = " (of those reserved in advance, 0 if none is).";
        claims.add(results.trend(rises + ofAll, WHERE, 1, AhujaRun::meanWaitHours));
        claims.add(results.trend(rises + inAdvance, WHERE, 1, AhujaRun::advanceWaitHours));
        String sharp = "The rise is sharp from 0 to 10% and not as sharp beyond";
        claims.add(sharp(results, sharp + ofAll, AhujaRun::meanWaitHours));
        claims.add(sharp(results, sharp + inAdvance, AhujaRun::advanceWaitHours));
        double[] without = results.means(AhujaWay.ARWP, AhujaRun::meanWaitHours);
        for (AhujaWay way : AhujaWay.DPSAR) {
            double[] with = results.means(way, AhujaRun::meanWaitHours);
            double rise = with[with.length - 1] - with[0];
            double arwp = without[without.length - 1] - without[0];
            claims.add(new Claim(
                    "With DPSAR the average wait increases very insignificantly as compared to ARWP"
                            + AhujaResults.reading(way),
                    WHERE,
                    rise < arwp,
                    String.format(
                            Locale.ROOT, "from 0 to 30%% %s rises by %.2f h, ARWP by %.2f h", way.name(), rise, arwp)));
        }
        return claims;
    }

    private static Claim sharp(AhujaResults results, String sentence, ToDoubleFunction<AhujaRun> quantity) {
        boolean holds = true;
        StringJoiner evidence = new StringJoiner("; ");
        for (AhujaWay way : AhujaWay.PAPERS) {
            double[] means = results.means(way, quantity);
            double first = means[1] - means[0];
            holds &= first > 0;
            for (int i = 2; i < means.length; i++) {
                holds &= means[i] - means[i - 1] < SHARP * first;
            }
            evidence.add(AhujaResults.words(way, means));
        }
        return new Claim(sentence, WHERE, holds, "at 0, 10, 20, 30%: " + evidence);
    }
}
