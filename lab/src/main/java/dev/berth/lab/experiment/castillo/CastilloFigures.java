package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.RunResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Figures 2, 4, 5 and 6 of castillo, with Berth's policies and the fluid bound beside the paper's. */
final class CastilloFigures {
    static final List<Double> LOADS = List.of(0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2);
    static final List<Double> FEW_LOADS = List.of(0.6, 0.9, 1.2);
    private static final List<String> BERTHS = List.of("earliest", "level");
    private static final String LOAD = "load";

    private CastilloFigures() {}

    static Experiment figure2() {
        return new Sweep(
                "castillo-fig2",
                "FF-HU and FF-HA at four levels of heterogeneity",
                List.of("ff-hu", "ff-ha"),
                Level.ALL,
                List.of(Quantity.LOSS, Quantity.UTILISATION),
                CastilloClaims::figure2);
    }

    static Experiment figure4() {
        return new Sweep(
                "castillo-fig4",
                "FF-HA+ and FF-HU: work loss rate and running time",
                List.of("ff-ha-plus", "ff-hu"),
                List.of(Level.L4),
                List.of(Quantity.LOSS, Quantity.CPU),
                CastilloClaims::figure4);
    }

    static Experiment figure5() {
        return new Sweep(
                "castillo-fig5",
                "FF-HA+ and FF-HU: utilisation and waiting time",
                List.of("ff-ha-plus", "ff-hu"),
                List.of(Level.L4),
                List.of(Quantity.UTILISATION, Quantity.WAIT),
                CastilloClaims::figure5);
    }

    static Experiment figure6() {
        return new Sweep(
                "castillo-fig6",
                "FF-HA+ at four levels of heterogeneity",
                List.of("ff-ha-plus"),
                Level.ALL,
                List.of(Quantity.LOSS, Quantity.UTILISATION),
                CastilloClaims::figure6);
    }

    /** What a panel shows. */
    private record Quantity(String column, String label, boolean timed, ToDoubleFunction<RunResult> value) {
        static final Quantity LOSS = new Quantity("work-loss-rate", "work loss rate", false, RunResult::loss);
        static final Quantity UTILISATION =
                new Quantity("utilisation", "share of time the servers are busy", false, RunResult::utilisation);
        static final Quantity WAIT =
                new Quantity("mean-wait", "mean wait beyond ready (hours)", false, RunResult::meanWaitHours);
        static final Quantity CPU =
                new Quantity("cpu-seconds", "processor time of a run (seconds)", true, RunResult::cpuSeconds);
    }

    /** A figure over loads. */
    private static final class Sweep implements Experiment {
        private final String id;
        private final String title;
        private final List<String> papers;
        private final List<Level> levels;
        private final List<Quantity> quantities;
        private final Function<CastilloClaims, List<Claim>> claims;

        Sweep(
                String id,
                String title,
                List<String> papers,
                List<Level> levels,
                List<Quantity> quantities,
                Function<CastilloClaims, List<Claim>> claims) {
            this.id = id;
            this.title = title;
            this.papers = papers;
            this.levels = levels;
            this.quantities = quantities;
            this.claims = claims;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public String title() {
            return title;
        }

        private LoadSweep sweep(Options options) {
            List<String> policies = new ArrayList<>(papers);
            policies.addAll(BERTHS);
            policies.addAll(options.policies());
            return new LoadSweep(
                    policies,
                    levels(options),
                    options.scale() == Scale.SMOKE ? FEW_LOADS : LOADS,
                    options.runsOr(2, 3, 30),
                    options.jobsOr(3_000, 20_000, 1_000_000),
                    options.seed(),
                    options.system());
        }

        private List<Level> levels(Options options) {
            return options.system().levels().isEmpty()
                    ? levels
                    : options.system().levels();
        }

        @Override
        public List<Cell> cells(Options options) {
            return sweep(options).cells();
        }

        @Override
        public Figure figure(Options options, Map<String, RunResult> results) {
            LoadSweep sweep = sweep(options);
            List<Panel> panels = new ArrayList<>();
            for (Quantity quantity : quantities) {
                panels.add(panel(sweep, quantity, papers, "", results));
                List<String> ours = new ArrayList<>(BERTHS);
                ours.addAll(options.policies());
                panels.add(panel(sweep, quantity, ours, ", Berth's policies", results));
            }
            return new Figure(
                    id,
                    title,
                    "castillo, section VII",
                    sweep.settings(options),
                    panels,
                    claims.apply(new CastilloClaims(sweep, results, sweep.levels())),
                    notes(sweep, results));
        }

        /** What the curves do not show: the loss in its two parts. */
        private List<String> notes(LoadSweep sweep, Map<String, RunResult> results) {
            List<String> notes = new ArrayList<>();
            notes.add(
                    "The fluid bound is what no schedule can beat: the work that arrives above what all servers can do,"
                            + " or the impossible work, whichever is more. It holds in the long run; the last jobs of a short one are"
                            + " served after its end, and it may lose less.");
            for (String policy : sweep.policies()) {
                for (Level level : sweep.levels()) {
                    Curve impossible = sweep.curve(policy, policy, level, results, RunResult::impossible);
                    Curve rejected = sweep.curve(policy, policy, level, results, RunResult::rejected);
                    StringBuilder note = new StringBuilder(
                            "%s, %s: lost as impossible + for want of capacity:".formatted(policy, level.name()));
                    for (int i = 0; i < impossible.points().size(); i++) {
                        note.append(String.format(
                                Locale.ROOT,
                                "%s load %s %.2f%% + %.2f%%",
                                i == 0 ? "" : ",",
                                impossible.points().get(i).x(),
                                100 * impossible.points().get(i).y().mean(),
                                100 * rejected.points().get(i).y().mean()));
                    }
                    notes.add(note.append('.').toString());
                }
            }
            return notes;
        }

        private Panel panel(
                LoadSweep sweep,
                Quantity quantity,
                List<String> policies,
                String whose,
                Map<String, RunResult> results) {
            List<Curve> curves = new ArrayList<>();
            for (String policy : policies) {
                for (Level level : sweep.levels()) {
                    curves.add(sweep.curve(name(sweep, policy, level), policy, level, results, quantity.value));
                }
            }
            if (quantity.equals(Quantity.LOSS)) {
                for (Level level : sweep.levels()) {
                    curves.add(sweep.curve(
                            name(sweep, "fluid bound", level),
                            policies.getFirst(),
                            level,
                            results,
                            RunResult::fluidLoss));
                }
            }
            String suffix = whose.isEmpty() ? "" : "-berth";
            return new Panel(
                    quantity.column + suffix, quantity.label + whose, LOAD, quantity.label, quantity.timed, curves);
        }

        private static String name(LoadSweep sweep, String policy, Level level) {
            return sweep.levels().size() == 1 ? policy : policy + " " + level.name();
        }
    }
}
