package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.number;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.engine.model.OverrunPolicy;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.OverrunResult;
import dev.berth.lab.simulation.OverrunSimulation;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Jobs that run longer than they reserved (castillo VI), which the paper describes and does not evaluate: ended, extended
 * where the server is free, extended by moving who has reserved it next, or checkpointed and migrated.
 */
final class CastilloOverrun implements Experiment<OverrunResult> {
    private static final String ID = "castillo-overrun";
    private static final String TITLE = "Jobs that run longer than they reserved: ended, extended, pushed, migrated";
    private static final String WHERE = "section VI";
    private static final List<String> POLICIES = List.of("ff-hu", "ff-ha-plus", "level");
    private static final List<Double> LOADS = List.of(0.5, 0.7, 0.9, 1.1);

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Class<OverrunResult> measures() {
        return OverrunResult.class;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    private static LoadSweep sweep(Options options) {
        LoadSweep sweep = LoadSweep.of(options, POLICIES, List.of(Level.L4));
        return options.system().loads().isEmpty() ? sweep.atLoads(LOADS) : sweep;
    }

    private static String shown(OverrunPolicy way) {
        return switch (way) {
            case KILL -> "ended";
            case EXTEND_IF_FREE -> "extended if free";
            case PUSH -> "pushed";
            case MIGRATE -> "migrated";
        };
    }

    private static String key(String policy, OverrunPolicy way, Level level, double load, int run) {
        return LoadSweep.key(policy + "+" + way, level, load, run);
    }

    @Override
    public List<Cell<OverrunResult>> cells(Options options) {
        LoadSweep sweep = sweep(options);
        Level level = sweep.levels().getLast();
        List<Cell<OverrunResult>> cells = new ArrayList<>();
        for (int run = 0; run < sweep.runs(); run++) {
            for (double load : sweep.loads()) {
                for (String policy : sweep.policies()) {
                    for (OverrunPolicy way : OverrunPolicy.values()) {
                        int number = run;
                        cells.add(new Cell<>(
                                key(policy, way, level, load, run),
                                () -> sweep.overrun(policy, way, level, load, number)));
                    }
                }
            }
        }
        return cells;
    }

    @Override
    public Figure figure(Options options, Map<String, OverrunResult> byKey) {
        return new Drawn(sweep(options), new Results<>(byKey)).figure(options);
    }

    /** The figure of one set of results. */
    private record Drawn(LoadSweep sweep, Results<OverrunResult> results) {
        private double[] values(
                String policy, OverrunPolicy way, double load, ToDoubleFunction<OverrunResult> quantity) {
            Level level = sweep.levels().getLast();
            return results.values(sweep.runs(), run -> key(policy, way, level, load, run), quantity);
        }

        private double mean(String policy, OverrunPolicy way, double load, ToDoubleFunction<OverrunResult> quantity) {
            return Statistics.estimate(values(policy, way, load, quantity)).mean();
        }

        Figure figure(Options options) {
            Map<String, String> settings = sweep.settings(options);
            settings.put(
                    "overruns",
                    String.format(
                            Locale.ROOT,
                            "%.0f%% of the jobs take longer, by up to %.0f%% of their size",
                            100 * OverrunSimulation.SHARE,
                            100 * OverrunSimulation.MOST));
            return new Figure(
                    ID,
                    TITLE,
                    "castillo, section VI",
                    settings,
                    List.of(
                            panel("finished", "share of the overrunning jobs that finish", OverrunResult::finished),
                            panel("work-loss-rate", "work loss rate of new jobs", OverrunResult::loss),
                            panel("pause", "pause until the rest runs, mean (hours)", OverrunResult::pauseHours),
                            panel("moves", "reservations moved for an overrun", OverrunResult::moves),
                            panel("late", "share that starts later than promised first", OverrunResult::late)),
                    List.of(pushing(), migrating(), inTime(), cheap(OverrunPolicy.PUSH), cheap(OverrunPolicy.MIGRATE)),
                    List.of(
                            "A job asks once, just before its window ends. Who is pushed moves within its agreement, or nobody"
                                    + " does and the job is ended. What is migrated is reserved anew from the end of the window on,"
                                    + " without a deadline; a checkpoint costs nothing.",
                            "What finishes, is moved or is late is a share of the jobs of a run: intervals are Student's, of the mean of"
                                    + " these shares, and not those of a count of runs."));
        }

        private Panel panel(String quantity, String label, ToDoubleFunction<OverrunResult> value) {
            List<Curve> curves = new ArrayList<>();
            for (String policy : sweep.policies()) {
                for (OverrunPolicy way : OverrunPolicy.values()) {
                    curves.add(new Curve(
                            policy + ", " + shown(way),
                            sweep.loads().stream()
                                    .map(load -> new Point(load, Statistics.estimate(values(policy, way, load, value))))
                                    .toList()));
                }
            }
            return new Panel(quantity, label, "load", label, false, curves);
        }

        private ComparisonFamily everywhere(Function<String, Function<Double, Comparison>> comparison) {
            List<Comparison> all = new ArrayList<>();
            for (String policy : sweep.policies()) {
                sweep.loads().forEach(load -> all.add(comparison.apply(policy).apply(load)));
            }
            return ComparisonFamily.of(all);
        }

        private Claim pushing() {
            ComparisonFamily more = everywhere(policy -> load -> Paired.of(
                            values(policy, OverrunPolicy.PUSH, load, OverrunResult::finished),
                            values(policy, OverrunPolicy.EXTEND_IF_FREE, load, OverrunResult::finished))
                    .above(0));
            StringJoiner evidence = new StringJoiner("; ");
            for (String policy : sweep.policies()) {
                for (double load : sweep.loads()) {
                    evidence.add("%s at %s %s, and %s where the server is free only"
                            .formatted(
                                    policy,
                                    load,
                                    percent(mean(policy, OverrunPolicy.PUSH, load, OverrunResult::finished)),
                                    percent(mean(
                                            policy, OverrunPolicy.EXTEND_IF_FREE, load, OverrunResult::finished))));
                }
            }
            return new Claim(
                    "Rescheduling the job that has reserved the server next lets more overrunning jobs finish where they run.",
                    WHERE,
                    more.all(),
                    "at %s points; %s".formatted(more.words(), evidence));
        }

        private Claim migrating() {
            ComparisonFamily all = everywhere(policy -> load -> Comparison.certain(
                    Arrays.stream(values(policy, OverrunPolicy.MIGRATE, load, OverrunResult::finished))
                            .allMatch(finished -> finished == 1)));
            StringJoiner evidence = new StringJoiner("; ");
            for (String policy : sweep.policies()) {
                for (double load : sweep.loads()) {
                    evidence.add("%s at %s after a pause of %s h"
                            .formatted(
                                    policy,
                                    load,
                                    number(mean(policy, OverrunPolicy.MIGRATE, load, OverrunResult::pauseHours))));
                }
            }
            return new Claim(
                            "Checkpointed and migrated to the next feasible idle period, overrunning jobs complete.",
                            WHERE,
                            all.all(),
                            "all at %s points; %s".formatted(all.words(), evidence))
                    .byConstructionBecause("what is left has no deadline, and every server is idle some day");
        }

        private Claim inTime() {
            long missed = 0;
            double moves = 0;
            for (OverrunResult result : results.byKey().values()) {
                missed += result.missed();
                moves += result.moves() * result.overruns();
            }
            return new Claim(
                            "Who is rescheduled for an overrunning job still meets its deadline.",
                            WHERE,
                            ComparisonFamily.of(Comparison.certain(missed == 0)).all(),
                            String.format(Locale.ROOT, "%d of %.0f moves end after the deadline", missed, moves))
                    .byConstructionBecause("nobody moves but within its agreement");
        }

        private Claim cheap(OverrunPolicy way) {
            ComparisonFamily little = everywhere(policy -> load -> Paired.of(
                            values(policy, way, load, OverrunResult::loss),
                            values(policy, OverrunPolicy.KILL, load, OverrunResult::loss))
                    .atMost(CastilloResults.SIMILAR));
            StringJoiner evidence = new StringJoiner("; ");
            for (String policy : sweep.policies()) {
                for (double load : sweep.loads()) {
                    evidence.add("%s at %s %s instead of %s"
                            .formatted(
                                    policy,
                                    load,
                                    percent(mean(policy, way, load, OverrunResult::loss)),
                                    percent(mean(policy, OverrunPolicy.KILL, load, OverrunResult::loss))));
                }
            }
            return new Claim(
                    "Overrunning jobs that are %s cost new ones at most two per cent of their work."
                            .formatted(shown(way)),
                    "ours",
                    little.all(),
                    "at %s points; lost %s".formatted(little.words(), evidence));
        }
    }
}
