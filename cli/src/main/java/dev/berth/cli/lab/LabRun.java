package dev.berth.cli.lab;

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
import dev.berth.lab.experiment.Runner;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.report.FigureWriter;
import dev.berth.lab.report.Index;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth lab run}. */
@Command(
        name = "run",
        description = {
            "Runs experiments and writes DIR/ID/data.csv, plot.svg, plot.png, claims.json and report.md, and DIR/index.html.",
            "Interrupted, it keeps what is finished; the same command goes on there.",
            ""
        })
final class LabRun implements Callable<Integer> {
    private static final int MOST_JOBS = 100_000_000;
    private static final int MOST_RUNS = 10_000;
    static final int MOST_SERVERS = 1_000_000;
    static final double MOST_SLACK = 10_000;

    private final Streams streams;

    @Parameters(paramLabel = "ID", arity = "1..*", description = "Experiments, or all; berth lab list names them.")
    private List<String> ids = new ArrayList<>();

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "quick",
            description = "smoke takes seconds, quick about a minute, paper the paper's own sizes; ${DEFAULT-VALUE}.")
    private String scale = "quick";

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Same seed, same data; ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "lab-out", description = "Where to; ${DEFAULT-VALUE}.")
    private Path out = Path.of("lab-out");

    @Option(names = "--jobs", paramLabel = "N", description = "Jobs in a run, instead of the scale's.")
    private @Nullable Integer jobs;

    @Option(names = "--runs", paramLabel = "N", description = "Runs for each point, instead of the scale's.")
    private @Nullable Integer runs;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "All processors unless told; the data do not depend on it.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--policy",
            paramLabel = "CLASS",
            description = "A policy of your own beside the others: a class on BERTH_CLASS_PATH. Repeat it for more.")
    private List<String> policies = new ArrayList<>();

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "For netto and singh: a log in the Standard Workload Format, gzipped or not, instead of synthetic jobs.")
    private @Nullable Path trace;

    @Option(
            names = "--servers",
            paramLabel = "N",
            defaultValue = "120",
            description = "Servers of the simulated site; ${DEFAULT-VALUE}.")
    private int servers;

    @Option(
            names = "--level",
            paramLabel = "RATES",
            description =
                    "A level of heterogeneity of your own, such as 0.2,0.8,1, instead of the figure's. Repeat it for more.")
    private List<String> levels = new ArrayList<>();

    @Option(
            names = "--slack",
            paramLabel = "HOURS",
            defaultValue = "20",
            description = "How loose deadlines are, castillo's q; ${DEFAULT-VALUE}.")
    private double slack;

    @Option(
            names = "--literal-deadlines",
            description = "Deadlines uniform in (ready, ready + slack), as the paper's words have it.")
    private boolean literal;

    LabRun(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
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
        Scale chosen;
        try {
            chosen = Scale.valueOf(scale.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new BadInput("--scale: \"%s\" is unknown; it is smoke, quick or paper".formatted(scale));
        }
        checkCount("--jobs", jobs, 10, MOST_JOBS);
        checkCount("--runs", runs, 1, MOST_RUNS);
        checkCount("--threads", threads, 1, 1024);
        for (String policy : policies) {
            try {
                Calendars.create(policy);
            } catch (BadValue e) {
                throw new BadInput("--policy: " + e.getMessage());
            }
        }
        return new Options(
                chosen, seed, jobs, runs, policies, system(), trace == null ? null : LabTrace.read(trace, experiments));
    }

    private Options.SimulatedSystem system() {
        checkCount("--servers", servers, 10, MOST_SERVERS);
        if (!(slack > 0 && slack <= MOST_SLACK)) {
            throw new BadInput(
                    "--slack: %s is not right; it is above 0 and at most %.0f hours".formatted(slack, MOST_SLACK));
        }
        return new Options.SimulatedSystem(
                servers, LabLevels.read(levels), slack, literal ? Deadline.LITERAL : Deadline.AFTER_SIZE);
    }

    static void checkCount(String name, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            throw new BadInput("%s: %d is not right; it goes from %d to %d".formatted(name, value, least, most));
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
        List<Cell<R>> cells = cells(experiment, options);
        try (Progress progress = Progress.ofRuns(experiment.id(), cells.size(), streams.err())) {
            Map<String, R> results = new Runner(threads)
                    .run(
                            cells,
                            experiment.measures(),
                            out.resolve(experiment.id()).resolve("finished-runs.jsonl"),
                            options.toString(),
                            (done, of) -> progress.to(done));
            Figure figure = experiment.figure(options, results);
            FigureWriter.write(out, figure);
            return figure;
        } catch (InterruptedException e) {
            throw new Failed("interrupted; what is finished is kept, the same command goes on there");
        }
    }

    private static <R> List<Cell<R>> cells(Experiment<R> experiment, Options options) {
        try {
            return experiment.cells(options);
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
                            "  %-14s %s%n                 %s%n",
                            claim.holds() ? "holds" : "DOES NOT HOLD",
                            claim.claim(),
                            claim.evidence());
        }
    }
}
