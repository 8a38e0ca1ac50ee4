package dev.berth.lab.experiment.federation;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.FederatedResult;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Loss of a federation against one big book: castillo's jobs on the same servers as 1, 3 and 10 sites. Each job is booked at
 * the site with the best offer, by the ranking of a broker; or, for comparison, at a random site. Not from a paper; the claims
 * are ours.
 */
public final class Federation implements Experiment<FederatedResult> {
    private static final String ID = "federation";
    private static final String TITLE = "The same servers as one site and as several";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Class<FederatedResult> measures() {
        return FederatedResult.class;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return FederationSweep.RUNS;
    }

    @Override
    public List<Cell<FederatedResult>> cells(Options options) {
        return FederationSweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, FederatedResult> byKey) {
        FederationSweep sweep = FederationSweep.of(options);
        FederationSweep.Measured measured = new FederationSweep.Measured(sweep, new Results<>(byKey));
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on castillo's workload",
                sweep.settings(),
                List.of(
                        panel(measured, "work-loss-rate", "work loss rate", FederatedResult::loss),
                        panel(
                                measured,
                                "promised-wait",
                                "mean wait to the promised start (hours)",
                                FederatedResult::promisedWait),
                        panel(measured, "real-wait", "mean wait to the real start (hours)", FederatedResult::realWait),
                        panel(measured, "price", "price of an hour of work", FederatedResult::price)),
                new FederationClaims(measured).all(),
                List.of(
                        "Sites differ in nothing but their numbers of servers, at most by one a pool. A server-hour of rate 1 costs"
                                + " 1 in an empty pool and 2 in one that is used to the full.",
                        "At random: each job goes to one site, drawn anew, and is lost if that site refuses it."));
    }

    private static Panel panel(
            FederationSweep.Measured measured, String quantity, String label, ToDoubleFunction<FederatedResult> value) {
        return new Panel(
                quantity,
                label,
                "load",
                label,
                false,
                Way.all().stream().map(way -> measured.curve(way, value)).toList());
    }
}
