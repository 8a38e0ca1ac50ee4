package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A figure of castillo over loads, with Berth's policies and two bounds beside the paper's. */
abstract class CastilloFigure implements Experiment<SimulationResult> {
    private static final List<String> BERTHS = List.of("earliest", "level");
    private static final String LOAD = "load";

    /** Quantity that a panel shows. */
    record Quantity(String column, String label, boolean timed, ToDoubleFunction<SimulationResult> value) {
        static final Quantity LOSS = new Quantity("work-loss-rate", "work loss rate", false, SimulationResult::loss);
        /** The part of the loss that another policy might have kept; the rest is impossible on an empty site. */
        static final Quantity WANT_OF_CAPACITY = new Quantity(
                "want-of-capacity", "work refused for want of capacity", false, SimulationResult::rejected);

        static final Quantity UTILISATION =
                new Quantity("utilisation", "share of time the servers are busy", false, SimulationResult::utilisation);
        static final Quantity WAIT =
                new Quantity("mean-wait", "mean wait beyond ready (hours)", false, SimulationResult::meanWaitHours);
        static final Quantity CPU =
                new Quantity("cpu-seconds", "processor time of a run (seconds)", true, SimulationResult::cpuSeconds);
    }

    private final String id;
    private final String title;
    private final List<String> papers;
    private final List<Level> levels;
    private final List<Quantity> quantities;

    /** @param papers the policies that the paper shows */
    CastilloFigure(String id, String title, List<String> papers, List<Level> levels, List<Quantity> quantities) {
        this.id = id;
        this.title = title;
        this.papers = papers;
        this.levels = levels;
        this.quantities = quantities;
    }

    /** @param reading which policies stand for the paper's */
    abstract List<Claim> claims(CastilloResults results, CastilloReading reading);

    @Override
    public final PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    @Override
    public final List<OpenParameter> parameters() {
        List<OpenParameter> parameters = new ArrayList<>();
        if (papers.contains(CastilloReading.PLUS)) {
            parameters.add(CastilloReading.ORDER);
        }
        if (papers.contains(CastilloReading.HA)) {
            parameters.add(CastilloReading.LISTS);
        }
        if (quantities.contains(Quantity.CPU)) {
            parameters.add(CastilloReading.LIST);
        }
        if (levels.size() > 1) {
            parameters.add(CastilloReading.LEVELS);
        }
        parameters.add(CastilloReading.PAST);
        parameters.add(CastilloReading.AHEAD);
        return parameters;
    }

    private List<String> papers(Options options) {
        CastilloReading reading = new CastilloReading(options);
        return papers.stream().map(reading::calendar).toList();
    }

    /** Berth's policies and the bounds are shown unless a choice concerns the paper's policies alone. */
    private static boolean hasOthers(Options options) {
        return !new CastilloReading(options).isOfPoliciesOnly();
    }

    private List<Level> levels(Options options) {
        if (levels.size() == 1) {
            return levels;
        }
        return switch (CastilloReading.LEVELS.of(options)) {
            case "fastest-1" -> Level.FASTEST_1;
            case "growing-from-0" ->
                Stream.concat(Stream.of(Level.L0), Level.ALL.stream()).toList();
            default -> Level.ALL;
        };
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final Class<SimulationResult> measures() {
        return SimulationResult.class;
    }

    private LoadSweep sweep(Options options) {
        List<String> policies = Stream.concat(
                        papers(options).stream(), hasOthers(options) ? BERTHS.stream() : Stream.empty())
                .toList();
        return levels.size() == 1
                ? LoadSweep.wide(options, policies, levels)
                : LoadSweep.of(options, policies, levels(options));
    }

    @Override
    public final List<Cell<SimulationResult>> cells(Options options) {
        LoadSweep sweep = sweep(options);
        return Stream.concat(cells(sweep).stream(), hasOthers(options) ? sweep.boundCells().stream() : Stream.empty())
                .toList();
    }

    /** Berth's policies and the bounds are in the curves alone. */
    @Override
    public final List<Cell<SimulationResult>> cellsOfClaims(Options options) {
        return cells(sweep(options).of(papers(options)));
    }

    private List<Cell<SimulationResult>> cells(LoadSweep sweep) {
        return quantities.contains(Quantity.CPU) ? sweep.timedCells() : sweep.cells();
    }

    @Override
    public final List<Claim> claims(Options options, Map<String, SimulationResult> byKey) {
        return claims(new CastilloResults(sweep(options), byKey), new CastilloReading(options));
    }

    @Override
    public final Figure figure(Options options, Map<String, SimulationResult> byKey) {
        CastilloResults results = new CastilloResults(sweep(options), byKey);
        boolean bounded = hasOthers(options);
        List<String> ours = Stream.concat(bounded ? BERTHS.stream() : Stream.empty(), options.policies().stream())
                .toList();
        List<Panel> panels = new ArrayList<>();
        for (Quantity quantity : quantities) {
            panels.add(panel(results, quantity, papers(options), "", "", bounded));
            if (!ours.isEmpty()) {
                panels.add(panel(results, quantity, ours, "-berth", ", Berth's policies", bounded));
            }
        }
        return new Figure(
                id,
                title,
                "castillo, section VII",
                results.sweep().settings(options),
                panels,
                claims(results, new CastilloReading(options)),
                notes(results));
    }

    /** Notes on what the curves do not show: the bounds, and the loss in its two parts. */
    private static List<String> notes(CastilloResults results) {
        LoadSweep sweep = results.sweep();
        List<String> notes = new ArrayList<>();
        notes.add("The fluid bound is what no schedule can beat: the work that arrives above what all servers can do,"
                + " or the impossible work, whichever is more. It holds in the long run; the last jobs of a short one are"
                + " served after its end, and it may lose less.");
        notes.add(
                "The offline bound is what a scheduler loses at least that knows all jobs in advance and may interrupt,"
                        + " move and divide them. It also counts that a job runs only within its window, on its own number of"
                        + " servers and not in pools too slow for it; of the jobs that are ready within the measured time.");
        for (String policy : sweep.policies()) {
            for (Level level : sweep.levels()) {
                List<Point> impossible = results.points(policy, level, SimulationResult::impossible);
                List<Point> rejected = results.points(policy, level, SimulationResult::rejected);
                StringBuilder note = new StringBuilder("%s, %s: lost as impossible + for want of capacity:"
                        .formatted(CastilloReading.shown(policy), level.name()));
                for (int i = 0; i < impossible.size(); i++) {
                    note.append(String.format(
                            Locale.ROOT,
                            "%s load %s %.2f%% + %.2f%%",
                            i == 0 ? "" : ",",
                            impossible.get(i).x(),
                            100 * CastilloResults.mean(impossible, i),
                            100 * CastilloResults.mean(rejected, i)));
                }
                notes.add(note.append('.').toString());
            }
        }
        return notes;
    }

    private static Panel panel(
            CastilloResults results,
            Quantity quantity,
            List<String> policies,
            String suffix,
            String whose,
            boolean bounded) {
        LoadSweep sweep = results.sweep();
        List<Curve> curves = new ArrayList<>();
        for (String policy : policies) {
            for (Level level : sweep.levels()) {
                curves.add(results.curve(sweep.name(policy, level), policy, level, quantity.value));
            }
        }
        if (quantity.equals(Quantity.LOSS)) {
            for (Level level : sweep.levels()) {
                String bound = sweep.name("fluid bound", level);
                curves.add(results.curve(bound, policies.getFirst(), level, SimulationResult::fluidLoss));
                curves.add(new Curve(
                        sweep.name("impossible", level),
                        results.points(policies.getFirst(), level, SimulationResult::impossible),
                        true,
                        bound));
                if (bounded) {
                    curves.add(results.curve(
                            sweep.name("offline bound", level), LoadSweep.BOUND, level, SimulationResult::loss));
                }
            }
        }
        return new Panel(
                quantity.column + suffix, quantity.label + whose, LOAD, quantity.label, quantity.timed, curves);
    }
}
