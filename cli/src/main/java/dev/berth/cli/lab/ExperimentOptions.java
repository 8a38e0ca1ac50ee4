package dev.berth.cli.lab;

import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Version;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Readings;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.report.Provenance;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options on which the results of experiments depend. */
final class ExperimentOptions {
    private static final int MOST_JOBS = 100_000_000;
    private static final int MOST_RUNS = 10_000;
    static final int MOST_SERVERS = 1_000_000;
    static final double MOST_SLACK = 10_000;
    private static final double LEAST_LOAD = 0.01;
    private static final int SERVERS = 120;
    private static final double SLACK = 20;
    private static final double MOST_LOAD = 100;

    private String scale = "quick";

    private long seed = 1;

    private @Nullable Integer jobs;

    private @Nullable Integer runs;

    private List<String> policies = new ArrayList<>();

    private final List<Path> traces = new ArrayList<>();

    private int servers = SERVERS;

    private List<String> levels = new ArrayList<>();

    private double slack = SLACK;

    private boolean literal;

    private final List<Double> loads = new ArrayList<>();

    private List<String> choices = new ArrayList<>();

    private String readings = "";

    void declare(Syntax syntax) {
        syntax.text(
                        "--scale",
                        "SCALE",
                        "smoke (seconds), quick (about a minute) or paper (the sizes of the paper)",
                        value -> scale = value)
                .byDefault("quick");
        syntax.longInteger("--seed", "N", "Seed; the same seed gives the same data", value -> seed = value)
                .byDefault("1");
        syntax.integer("--jobs", "N", "Jobs in a run. Default: by the scale", value -> jobs = value);
        syntax.integer("--runs", "N", "Runs for each point. Default: by the scale", value -> runs = value);
        syntax.text(
                        "--policy",
                        "CLASS",
                        "Compare this policy as well: one of berth admit, or a class of your own on BERTH_CLASS_PATH; may be repeated",
                        policies::add)
                .repeatable();
        syntax.path(
                        "--trace",
                        "FILE",
                        "For netto, singh, idle-recovery and early-starts-logs: a log in the Standard Workload Format; for slices-placement and"
                                + " fgd-allocation: a trace of a GPU cluster (Alibaba 2023, Helios, Philly); also gzipped, instead"
                                + " of synthetic jobs; early-starts-logs takes several",
                        traces::add)
                .repeatable();
        syntax.integer("--servers", "N", "Servers of the simulated site", value -> servers = value)
                .byDefault(Integer.toString(SERVERS));
        syntax.text(
                        "--level",
                        "RATES",
                        "Your own level of heterogeneity, such as 0.2,0.8,1, instead of those of the figure; may be repeated",
                        levels::add)
                .repeatable();
        syntax.text(
                "--loads",
                "LOADS",
                "For castillo: your own loads, such as 0.3,0.9,3, in ascending order, instead of those of the figure",
                this::readLoads);
        syntax.decimal(
                        "--slack",
                        "HOURS",
                        "Looseness of deadlines, q in castillo",
                        value -> slack = value.doubleValue())
                .byDefault("20");
        syntax.flag(
                "--literal-deadlines",
                "Draw deadlines from (ready, ready + slack), as the text of the paper says",
                () -> literal = true);
        syntax.text(
                        "--set",
                        "NAME=VALUE",
                        "Make another choice where the paper leaves one open; see berth lab list --choices; may be repeated",
                        choices::add)
                .repeatable();
        syntax.text(
                "--readings",
                "WHICH",
                "all: run every reading of the paper, to see which choices decide a verdict",
                value -> readings = value);
    }

    /**
     * Reads what was written, for these experiments.
     *
     * @param err told of doubts about a trace
     */
    Options read(List<Experiment<?>> experiments, PrintStream err) throws IOException {
        if (!readings.isEmpty() && !readings.equals("all")) {
            throw new BadInput(
                    "--readings: \"%s\" is unknown; write --readings all, or leave it out".formatted(readings));
        }
        Scale chosen;
        try {
            chosen = Scale.valueOf(scale.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new BadInput("--scale: \"%s\" is unknown; choose smoke, quick or paper".formatted(scale));
        }
        checkCount("--jobs", jobs, 10, MOST_JOBS);
        checkCount("--runs", runs, 1, MOST_RUNS);
        for (String policy : policies) {
            try {
                Calendars.create(policy);
            } catch (BadValue e) {
                throw new BadInput("--policy: \"%s\" %s".formatted(e.value(), e.rule()));
            }
        }
        Options options =
                new Options(chosen, seed, jobs, runs, policies, system(), null, LabChoices.read(choices, experiments));
        return traces.isEmpty() ? options : LabTrace.with(options, traces, experiments, err);
    }

    private Options.SimulatedSystem system() {
        checkCount("--servers", servers, 10, MOST_SERVERS);
        if (!(slack > 0 && slack <= MOST_SLACK)) {
            throw new BadInput("--slack: %s is out of range; it must be above 0 and at most %.0f hours"
                    .formatted(slack, MOST_SLACK));
        }
        return new Options.SimulatedSystem(
                servers, LabLevels.read(levels), slack, literal ? Deadline.LITERAL : Deadline.AFTER_SIZE, loads);
    }

    private void readLoads(String text) {
        for (String part : text.split(",", -1)) {
            double load;
            try {
                load = Double.parseDouble(part.strip());
            } catch (NumberFormatException e) {
                throw new BadInput("--loads: \"%s\" is not a number; write loads such as 0.3,0.9,3".formatted(part));
            }
            if (!(load >= LEAST_LOAD && load <= MOST_LOAD)) {
                throw new BadInput(
                        "--loads: %s is out of range; it must be from %s to %s".formatted(part, LEAST_LOAD, MOST_LOAD));
            }
            if (!loads.isEmpty() && load <= loads.getLast()) {
                throw new BadInput(
                        "--loads: %s follows %s; write loads in ascending order".formatted(part, loads.getLast()));
            }
            loads.add(load);
        }
    }

    static void checkCount(String name, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            throw new BadInput("%s: %d is out of range; it must be from %d to %d".formatted(name, value, least, most));
        }
    }

    /** An experiment with all that it consists of under these options. */
    <R> PreparedExperiment<R> prepared(Experiment<R> experiment, Options options, Path out) {
        Readings<R> read = readings(experiment, options);
        return new PreparedExperiment<>(experiment, options, read, cells(experiment, read), settings(options), out);
    }

    /** All that results depend on; a trace by its content, because it may be called from another directory. */
    private String settings(Options options) {
        List<String> settings = new ArrayList<>(List.of(Version.text()));
        settings.addAll(wordsBesidesTrace());
        options.traces().forEach(trace -> option(settings, "--trace", trace));
        option(settings, "--trace", options.gpuTrace());
        return String.join(" ", settings);
    }

    private <R> Readings<R> readings(Experiment<R> experiment, Options options) {
        try {
            return new Readings<>(experiment, options, readings.equals("all"));
        } catch (BadValue e) {
            throw new BadInput("--set: " + e.getMessage());
        }
    }

    private static <R> List<Cell<R>> cells(Experiment<R> experiment, Readings<R> readings) {
        try {
            return readings.cells();
        } catch (BadValue e) {
            throw new BadInput(experiment.id() + ": " + e.getMessage());
        }
    }

    /** The same options once more, as words of a command line. */
    List<String> words() {
        List<String> words = wordsBesidesTrace();
        traces.forEach(trace -> option(words, "--trace", trace));
        return words;
    }

    /**
     * Origin of a figure that this program made.
     *
     * @param looks options that change the plots alone
     */
    Provenance provenance(String experiment, List<String> looks, String program) throws IOException {
        List<String> words = new ArrayList<>(List.of(experiment));
        words.addAll(wordsBesidesTrace());
        words.addAll(looks);
        List<Provenance.Input> inputs = new ArrayList<>();
        for (Path trace : traces) {
            Provenance.Input input = Provenance.Input.of(trace);
            // By its name: a report is read elsewhere, and the digest says which file is meant.
            option(words, "--trace", input.name());
            inputs.add(input);
        }
        return new Provenance(words, program, inputs);
    }

    private List<String> wordsBesidesTrace() {
        List<String> words = new ArrayList<>(List.of("--scale", scale, "--seed", Long.toString(seed)));
        option(words, "--servers", servers == SERVERS ? null : servers);
        option(
                words,
                "--slack",
                slack == SLACK
                        ? null
                        : BigDecimal.valueOf(slack).stripTrailingZeros().toPlainString());
        option(words, "--jobs", jobs);
        option(words, "--runs", runs);
        policies.forEach(policy -> option(words, "--policy", policy));
        levels.forEach(level -> option(words, "--level", level));
        choices.forEach(choice -> option(words, "--set", choice));
        if (!loads.isEmpty()) {
            option(words, "--loads", loads.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        if (!readings.isEmpty()) {
            option(words, "--readings", readings);
        }
        if (literal) {
            words.add("--literal-deadlines");
        }
        return words;
    }

    private static void option(List<String> words, String name, @Nullable Object value) {
        if (value != null) {
            words.addAll(List.of(name, value.toString()));
        }
    }
}
