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
        String rises = "The average wait rises with the percentage";
        String sharp = "The rise is sharp from 0 to 10% and not as sharp beyond";
        String ofAll = " (of all jobs).";
        String inAdvance = " (of those reserved in advance, 0 if none is).";
        return List.of(
                results.trend(rises + ofAll, WHERE, 1, AhujaRun::meanWaitHours),
                results.trend(rises + inAdvance, WHERE, 1, AhujaRun::advanceWaitHours),
                results.sharp(sharp + ofAll, WHERE, SHARP, AhujaRun::meanWaitHours),
                results.sharp(sharp + inAdvance, WHERE, SHARP, AhujaRun::advanceWaitHours)
                        .holdingByConstruction(),
                results.risesLess(
                        "With DPSAR the average wait increases very insignificantly as compared to ARWP.",
                        WHERE,
                        AhujaRun::meanWaitHours));
    }
}
