package dev.berth.cli.lab;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Progress;
import dev.berth.cli.console.Streams;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Readings;
import dev.berth.lab.experiment.Runner;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.report.FigureWriter;
import dev.berth.lab.report.Index;
import dev.berth.lab.report.Rerun;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code berth lab run}. */
final class LabRun implements Command {
    private static final int MOST_JOBS = 100_000_000;
    private static final int MOST_RUNS = 10_000;
    static final int MOST_SERVERS = 1_000_000;
    static final double MOST_SLACK = 10_000;
    private static final double LEAST_LOAD = 0.01;
    private static final double MOST_LOAD = 100;

    private final Streams streams;

    private List<String> ids = new ArrayList<>();

    private String scale = "quick";

    private long seed = 1;

    private Path out = Path.of("lab-out");

    private @Nullable Integer jobs;

    private @Nullable Integer runs;

    private int threads = Runtime.getRuntime().availableProcessors();

    private List<String> policies = new ArrayList<>();

    private @Nullable Path trace;

    private int servers = 120;

    private List<String> levels = new ArrayList<>();

    private double slack = 20;

    private boolean literal;

    private final List<Double> loads = new ArrayList<>();

    private List<String> choices = new ArrayList<>();

    private String readings = "";

    LabRun(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Runs experiments and writes DIR/ID/data.csv, plot.svg, plot.png, claims.json and report.md, and DIR/index.html.",
                "If it is interrupted, finished results are kept, and the same command continues from there.");
        syntax.parameter("ID", "Experiments, or all; berth lab list shows them", ids::add)
                .repeatable();
        syntax.text(
                        "--scale",
                        "SCALE",
                        "smoke (seconds), quick (about a minute) or paper (the sizes of the paper)",
                        value -> scale = value)
                .byDefault("quick");
        syntax.longInteger("--seed", "N", "Seed; the same seed gives the same data", value -> seed = value)
                .byDefault("1");
        syntax.path("--out", "DIR", "Directory to write to", value -> out = value)
                .byDefault("lab-out");
        syntax.integer("--jobs", "N", "Jobs in a run. Default: by the scale", value -> jobs = value);
        syntax.integer("--runs", "N", "Runs for each point. Default: by the scale", value -> runs = value);
        syntax.integer(
                "--threads",
                "N",
                "Number of threads; the data do not depend on it. Default: all processors",
                value -> threads = value);
        syntax.text(
                        "--policy",
                        "CLASS",
                        "Compare your own policy as well: a class on BERTH_CLASS_PATH; may be repeated",
                        policies::add)
                .repeatable();
        syntax.path(
                "--trace",
                "FILE",
                "For netto and singh: a log in the Standard Workload Format, also gzipped, instead of synthetic jobs",
                value -> trace = value);
        syntax.integer("--servers", "N", "Servers of the simulated site", value -> servers = value)
                .byDefault("120");
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
                        "Choose otherwise what a paper leaves open; berth lab list --choices shows what; may be repeated",
                        choices::add)
                .repeatable();
        syntax.text(
                "--readings",
                "WHICH",
                "all: run every reading of the paper, to see on which choices a verdict hangs",
                value -> readings = value);
    }

    @Override
    public int run() throws IOException {
        List<Experiment<?>> experiments = new ArrayList<>();
        for (String id : ids) {
            experiments.addAll(id.equals("all") ? Experiments.ALL : List.of(experiment(id)));
        }
        Options options = options(experiments);
        for (Experiment<?> experiment : experiments) {
            report(run(experiment, options));
        }
        Index.write(out);
        streams.out().printf(Locale.ROOT, "%nSee %s%n", out.resolve("index.html"));
        return ExitCode.DONE;
    }

    private Options options(List<Experiment<?>> experiments) throws IOException {
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
        checkCount("--threads", threads, 1, 1024);
        for (String policy : policies) {
            try {
                Calendars.create(policy);
            } catch (BadValue e) {
                throw new BadInput("--policy: \"%s\" %s".formatted(e.value(), e.rule()));
            }
        }
        return new Options(
                chosen,
                seed,
                jobs,
                runs,
                policies,
                system(),
                trace == null ? null : LabTrace.read(trace, experiments),
                LabChoices.read(choices, experiments));
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

    private static Experiment<?> experiment(String id) {
        try {
            return Experiments.get(id);
        } catch (BadValue e) {
            throw new BadInput("ID: " + e.getMessage());
        }
    }

    private <R> Figure run(Experiment<R> experiment, Options options) throws IOException {
        Readings<R> read = readings(experiment, options);
        List<Cell<R>> cells = cells(experiment, read);
        try (Progress progress = Progress.ofRuns(experiment.id(), cells.size(), streams.err())) {
            Map<String, R> results = new Runner(threads)
                    .run(
                            cells,
                            experiment.measures(),
                            out.resolve(experiment.id()).resolve("finished-runs.jsonl"),
                            options + readings,
                            (done, of) -> progress.to(done));
            Figure figure = read.figure(results);
            FigureWriter.write(out, figure);
            return figure;
        } catch (InterruptedException e) {
            throw new Failed("Interrupted. Finished results are kept; run the same command to continue");
        }
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

    private void report(Figure figure) {
        streams.out().printf(Locale.ROOT, "%s: %s%n", figure.id(), figure.title());
        for (Claim claim : figure.claims()) {
            streams.out()
                    .printf(
                            Locale.ROOT,
                            "  %-20s %s%n                       %s%n",
                            claim.verdictInWords(),
                            claim.claim(),
                            claim.evidence());
        }
        if (figure.isTooSmall() && figure.claims().stream().anyMatch(claim -> claim.verdict() == Verdict.UNDECIDED)) {
            streams.out().println("  A smoke run decides nothing; for a verdict: " + Rerun.larger(figure));
        }
    }
}
