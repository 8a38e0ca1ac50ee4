package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;

/** Figure 5 of ahuja: how far off the start that was asked for jobs start. */
final class AhujaFigure5 extends AhujaFigure {
    private static final String WHERE = "Figure 5";

    AhujaFigure5() {
        super("ahuja-fig5", "Average offset: from the start that was asked for to the start");
    }

    @Override
    List<Panel> panels(AhujaResults results) {
        return List.of(byPercentage(results, "offset", "mean offset", "hours", AhujaRun::offsetHours));
    }

    @Override
    List<Claim> claims(AhujaResults results) {
        List<Claim> claims = new ArrayList<>();
        claims.add(results.trend("The average offset falls with the percentage.", WHERE, -1, AhujaRun::offsetHours));
        claims.addAll(results.better("The average offset is lower with DPSAR", WHERE, -1, 0, 0, AhujaRun::offsetHours));
        return claims;
    }
}
