package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.List;

/** Figure 7 of ahuja: how busy the resources are. */
final class AhujaFigure7 extends AhujaFigure {
    private static final String WHERE = "Figure 7";
    /** Points of utilisation that are still "no worse". */
    private static final double NO_WORSE = 0.05;

    AhujaFigure7() {
        super("ahuja-fig7", "Utilisation of the resources");
    }

    private static double percent(AhujaRun run) {
        return 100 * run.utilisation();
    }

    @Override
    List<Panel> panels(AhujaResults results) {
        return List.of(
                byPercentage(results, "utilisation", "utilisation in the first day", "%", AhujaFigure7::percent));
    }

    @Override
    List<Claim> claims(AhujaResults results) {
        return List.of(
                results.trend("Utilisation drops with the percentage.", WHERE, -1, AhujaFigure7::percent)
                        .byConstructionBecause("who asks for a later start is not run before, and some run past the"
                                + " first day, in which the utilisation is measured"),
                results.better("Utilisation is no worse with DPSAR.", WHERE, 1, NO_WORSE, 0, AhujaFigure7::percent),
                results.recovers(
                        "With DPSAR it drops at 10% but improves slightly at 20 and 30%.",
                        "Conclusion", AhujaFigure7::percent));
    }
}
