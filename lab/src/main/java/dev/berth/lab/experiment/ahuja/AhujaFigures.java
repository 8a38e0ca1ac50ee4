package dev.berth.lab.experiment.ahuja;

import static dev.berth.lab.experiment.ahuja.AhujaSimulation.ADVANCE_WAIT;
import static dev.berth.lab.experiment.ahuja.AhujaSimulation.OFFSET;
import static dev.berth.lab.experiment.ahuja.AhujaSimulation.REJECTIONS;
import static dev.berth.lab.experiment.ahuja.AhujaSimulation.SEEKING;

import dev.berth.engine.intake.Priority;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** Figures 4 to 7 of ahuja, with Berth's own default beside the paper's schedulers. */
final class AhujaFigures {
    /** At which percentage the classes of priority are compared. */
    private static final int COMPARED = 20;

    private static final String PERCENTAGE = "jobs that seek advance reservation (%)";

    private AhujaFigures() {}

    static double offset(RunResult result) {
        return result.measure(OFFSET);
    }

    static double advanceWait(RunResult result) {
        return result.measure(ADVANCE_WAIT);
    }

    static double rejections(RunResult result) {
        return result.measure(REJECTIONS);
    }

    static double utilisation(RunResult result) {
        return 100 * result.utilisation();
    }

    static Experiment figure4() {
        return new AhujaFigure(
                "ahuja-fig4",
                "Average wait, and who bears it",
                (sweep, results) -> List.of(
                        byPercentage(sweep, results, "wait", "mean wait of all", "hours", RunResult::meanWaitHours),
                        byPercentage(
                                sweep,
                                results,
                                "advance-wait",
                                "mean wait of those reserved in advance",
                                "hours",
                                AhujaFigures::advanceWait),
                        byClass(
                                sweep,
                                results,
                                "class-wait",
                                "mean wait by priority",
                                "hours",
                                AhujaSimulation::classWait),
                        byClass(
                                sweep,
                                results,
                                "worst-wait",
                                "worst wait by priority",
                                "hours",
                                AhujaSimulation::worstWait),
                        byClass(
                                sweep,
                                results,
                                "jain",
                                "fairness by priority",
                                "Jain's index of their mean waits",
                                AhujaSimulation::jain)),
                AhujaClaims::figure4);
    }

    static Experiment figure5() {
        return new AhujaFigure(
                "ahuja-fig5",
                "Average offset: from the start that was asked for to the start",
                (sweep, results) ->
                        List.of(byPercentage(sweep, results, "offset", "mean offset", "hours", AhujaFigures::offset)),
                AhujaClaims::figure5);
    }

    static Experiment figure6() {
        return new AhujaFigure(
                "ahuja-fig6",
                "Rejections",
                (sweep, results) -> List.of(
                        byPercentage(sweep, results, "rejections", "rejections", "jobs", AhujaFigures::rejections),
                        byPercentage(
                                sweep,
                                results,
                                "rejection-rate",
                                "rejections over jobs that seek advance reservation",
                                "%",
                                result -> 100 * result.measure(REJECTIONS) / result.measure(SEEKING))),
                AhujaClaims::figure6);
    }

    static Experiment figure7() {
        return new AhujaFigure(
                "ahuja-fig7",
                "Utilisation of the resources",
                (sweep, results) -> List.of(byPercentage(
                        sweep, results, "utilisation", "utilisation in the first day", "%", AhujaFigures::utilisation)),
                AhujaClaims::figure7);
    }

    private static Panel byPercentage(
            AhujaSweep sweep,
            Map<String, RunResult> results,
            String quantity,
            String title,
            String unit,
            ToDoubleFunction<RunResult> value) {
        List<Curve> curves = new ArrayList<>();
        for (AhujaWay way : sweep.ways()) {
            curves.add(new Curve(
                    way.name(),
                    AhujaSweep.PERCENTAGES.stream()
                            .map(percent -> new Point(percent, sweep.estimate(way, percent, results, value)))
                            .toList()));
        }
        return new Panel(quantity, title, PERCENTAGE, unit, false, curves);
    }

    private static Panel byClass(
            AhujaSweep sweep,
            Map<String, RunResult> results,
            String quantity,
            String title,
            String unit,
            IntFunction<String> measure) {
        List<Curve> curves = new ArrayList<>();
        for (AhujaWay way : sweep.ways()) {
            List<Point> points = new ArrayList<>();
            for (int level = 1; level <= Priority.LEVELS; level++) {
                String name = measure.apply(level);
                points.add(new Point(level, sweep.estimate(way, COMPARED, results, result -> result.measure(name))));
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
}
