package dev.berth.lab.experiment.shifting;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.shifting.ShiftingSweep.Measured;
import dev.berth.lab.experiment.shifting.ShiftingSweep.Way;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Savings of jobs that prefer cheap windows where the price depends on the hour, by how long they can wait and how busy the site
 * is; beside a bound for schedulers that know all jobs in advance. Not from a paper; the claims are ours.
 */
public final class Shifting implements MeasuredExperiment {
    private static final String ID = "shifting";
    private static final String TITLE = "Prices by the hour: what shifting saves";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return ShiftingSweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return ShiftingSweep.PARAMETERS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return ShiftingSweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        ShiftingSweep sweep = ShiftingSweep.of(options);
        Measured measured = new Measured(sweep, new MeasuredRuns(byKey));
        List<Panel> panels = new ArrayList<>();
        for (double load : sweep.loads()) {
            String at = " at load " + load;
            panels.add(
                    panel("price-" + load, "price of a server-hour, of the base price" + at, prices(measured, load)));
        }
        for (double load : sweep.loads()) {
            String at = " at load " + load;
            panels.add(panel("loss-" + load, "work loss rate" + at, curves(measured, load, ShiftingSweep.LOSS)));
            panels.add(panel(
                    "wait-" + load,
                    "mean wait to the promised start (hours)" + at,
                    curves(measured, load, ShiftingSweep.WAIT)));
        }
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on made-up jobs and made-up prices",
                sweep.settings(),
                panels,
                new ShiftingClaims(measured).all(),
                List.of(
                        "Jobs and prices are made up. How much a site would save depends on how long its jobs can really wait, and on"
                                + " how far its prices are apart; the price by night is a setting.",
                        "The bound is of the jobs that were accepted with the preference cheap: they may be interrupted, and servers"
                                + " are counted. No scheduler that runs them whole can cost less.",
                        "Prices are of the jobs that were accepted. A way that loses more work may seem cheaper for it: read the price"
                                + " together with the work loss.",
                        "What is saved is saved by those who book. That the power is cheaper as well is assumed by the curve."));
    }

    private static List<Curve> prices(Measured measured, double load) {
        List<Curve> curves = new ArrayList<>(curves(measured, load, ShiftingSweep.PRICE));
        curves.add(measured.curve(Way.CHEAP, load, ShiftingSweep.BOUND, "offline bound"));
        return curves;
    }

    private static List<Curve> curves(Measured measured, double load, String measure) {
        List<Curve> curves = new ArrayList<>();
        for (Way way : Way.values()) {
            curves.add(measured.curve(way, load, measure, way.words()));
        }
        return curves;
    }

    private static Panel panel(String quantity, String label, List<Curve> curves) {
        return new Panel(quantity, label, "slack (hours)", label, false, curves);
    }
}
