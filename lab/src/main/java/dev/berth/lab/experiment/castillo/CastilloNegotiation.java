package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The negotiation that castillo VI describes and does not evaluate: if a job finds no place, existing reservations are
 * rescheduled within their deadlines to make room for it. Each policy of the paper with it ({@code replan}) and without.
 */
final class CastilloNegotiation implements Experiment<SimulationResult> {
    private static final String ID = "castillo-negotiation";
    private static final String TITLE = "Reservations that move for jobs which would be dropped";
    private static final String SECTION = "section VI";
    private static final String NEGOTIATED = "+negotiation";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Class<SimulationResult> measures() {
        return SimulationResult.class;
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(CastilloReading.ORDER);
    }

    private static LoadSweep sweep(Options options) {
        return LoadSweep.ofThePaper(options);
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    @Override
    public List<Cell<SimulationResult>> cells(Options options) {
        LoadSweep sweep = sweep(options);
        List<Cell<SimulationResult>> cells = new ArrayList<>(sweep.followedCells("", BookPolicy::asPromised));
        cells.addAll(sweep.followedCells(
                NEGOTIATED, policy -> BookPolicy.asPromised(policy).admitting(BookPolicy.REPLAN)));
        return cells;
    }

    @Override
    public Figure figure(Options options, Map<String, SimulationResult> byKey) {
        CastilloResults results = new CastilloResults(sweep(options), byKey);
        String plus = new CastilloReading(options).plus();
        return new Figure(
                ID,
                TITLE,
                "castillo, section VI",
                results.sweep().settings(options),
                List.of(
                        both(results, "work-loss-rate", "work loss rate", SimulationResult::loss),
                        both(
                                results,
                                "utilisation",
                                "share of time the servers are busy",
                                SimulationResult::utilisation),
                        both(
                                results,
                                "real-wait",
                                "real wait, mean (hours)",
                                result -> result.fulfilment().realWait()),
                        negotiated(
                                results,
                                "moves",
                                "moves a reservation",
                                result -> result.fulfilment().moves()),
                        negotiated(
                                results,
                                "late",
                                "share that starts later than promised first",
                                result -> result.fulfilment().late())),
                List.of(
                        results.losesLess(
                                "ff-hu" + NEGOTIATED,
                                "ff-hu",
                                SECTION,
                                "FF-HU drops less work with negotiation than without."),
                        results.losesLess(
                                "ff-ha" + NEGOTIATED,
                                "ff-ha",
                                SECTION,
                                "FF-HA drops less work with negotiation than without."),
                        results.losesLess(
                                plus + NEGOTIATED,
                                plus,
                                SECTION,
                                "FF-HA+ drops less work with negotiation than without."),
                        results.losesLess(
                                "ff-hu" + NEGOTIATED,
                                plus,
                                "ours",
                                "Negotiation is worth more than the choice of the policy: FF-HU with it drops less work than FF-HA+"
                                        + " without.")),
                List.of(
                        "Negotiation is the admission policy `replan`: a window of one server is cleared, those that leave it are"
                                + " placed anew and may clear windows in turn.",
                        "The quality of service of those that move is their deadline, and that it is kept is by construction:"
                                + " none moves but to another place within its agreement. Some start later than they were"
                                + " promised first."));
    }

    private static Panel both(
            CastilloResults results, String quantity, String label, ToDoubleFunction<SimulationResult> value) {
        List<Curve> curves = new ArrayList<>();
        for (String policy : results.sweep().policies()) {
            for (Level level : results.sweep().levels()) {
                String name = results.sweep().name(policy, level);
                curves.add(results.curve(name + " + negotiation", policy + NEGOTIATED, level, value));
                curves.add(new Curve(name, results.points(policy, level, value), true, name + " + negotiation"));
            }
        }
        return new Panel(quantity, label, "load", label, false, curves);
    }

    private static Panel negotiated(
            CastilloResults results, String quantity, String label, ToDoubleFunction<SimulationResult> value) {
        List<Curve> curves = new ArrayList<>();
        for (String policy : results.sweep().policies()) {
            for (Level level : results.sweep().levels()) {
                curves.add(results.curve(results.sweep().name(policy, level), policy + NEGOTIATED, level, value));
            }
        }
        return new Panel(quantity, label, "load", label, false, curves);
    }
}
