package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.List;

/** Figure 6 of ahuja: how many jobs are rejected. */
final class AhujaFigure6 extends AhujaFigure {
    private static final String WHERE = "Figure 6";

    AhujaFigure6() {
        super("ahuja-fig6", "Rejections");
    }

    @Override
    List<Panel> panels(AhujaResults results) {
        return List.of(
                byPercentage(results, "rejections", "rejections", "jobs", AhujaRun::rejections),
                byPercentage(
                        results,
                        "rejection-rate",
                        "rejections over jobs that seek advance reservation",
                        "%",
                        run -> 100.0 * run.rejections() / run.seeking()));
    }

    @Override
    List<Claim> claims(AhujaResults results) {
        return List.of(
                // Only those that seek reservation can be rejected.
                results.trend("Rejections rise with the percentage.", WHERE, 1, AhujaRun::rejections)
                        .holdingByConstruction(),
                // Without reservations nobody is rejected by either.
                results.better("Rejections are fewer with DPSAR.", WHERE, -1, 0, 1, AhujaRun::rejections));
    }
}
