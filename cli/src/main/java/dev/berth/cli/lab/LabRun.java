package dev.berth.cli.lab;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.console.Version;
import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.CellShare;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.UnfinishedRun;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.report.FigureWriter;
import dev.berth.lab.report.Index;
import dev.berth.lab.report.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code berth lab run}. */
final class LabRun implements ShellCommand {
    private static final String SLURM = "slurm";

    private final Environment environment;
    private final Streams streams;
    private final ExperimentOptions experimentOptions = new ExperimentOptions();
    private final PlotOptions plotOptions = new PlotOptions();

    private List<String> ids = new ArrayList<>();

    private Path out = Path.of("lab-out");

    private @Nullable Integer threads;

    private String on = "";

    private @Nullable CellShare part;

    LabRun(Environment environment) {
        this.environment = environment;
        this.streams = environment.streams();
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Runs experiments and writes DIR/ID/data.csv, runs.csv, plot.svg, plot.pdf, plot.png, claims.json and report.md, each panel in DIR/ID/panels, and DIR/index.html.",
                "If it is interrupted, finished results are kept, and the same command continues from there.");
        syntax.parameter(
                        "ID",
                        "Experiments, or all; berth lab list shows them. A class on BERTH_CLASS_PATH is an experiment of your own",
                        ids::add)
                .repeatable();
        experimentOptions.declare(syntax);
        plotOptions.declare(syntax);
        syntax.path("--out", "DIR", "Directory to write to", value -> out = value)
                .byDefault("lab-out");
        syntax.integer(
                "--threads",
                "N",
                "Number of threads; the data do not depend on it. Default: all processors; with --on slurm 1 in each task",
                value -> threads = value);
        syntax.text(
                "--on",
                "WHERE",
                "slurm: run it as a job array; DIR must be on a file system that the nodes share. Default: this machine",
                value -> on = value);
        syntax.text(
                "--part",
                "K/N",
                "Run only the K-th of N parts and keep its results in DIR, where a run without this option finds them",
                value -> part = part(value));
    }

    @Override
    public int run() throws IOException {
        List<Experiment<?>> experiments = new ArrayList<>();
        for (String id : ids) {
            experiments.addAll(id.equals("all") ? Experiments.ALL : List.of(experiment(id)));
        }
        check();
        Options options = experimentOptions.read(experiments, streams.err());
        List<PreparedExperiment<?>> prepared = new ArrayList<>();
        for (Experiment<?> experiment : experiments) {
            prepared.add(experimentOptions.prepared(experiment, options, out));
        }
        try {
            // Before the first runs: the last may be hours away.
            for (PreparedExperiment<?> experiment : prepared) {
                experiment.finished();
            }
            return part == null ? runAll(prepared) : runParts(prepared, part);
        } catch (UnfinishedRun e) {
            throw new BadInput("--out: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new Failed("Interrupted. Finished results are kept; run the same command to continue");
        }
    }

    private void check() {
        ExperimentOptions.checkCount("--threads", threads, 1, 1024);
        if (!on.isEmpty() && !on.equals(SLURM)) {
            throw new BadInput(
                    "--on: \"%s\" is unknown; write --on slurm, or leave it out to use this machine".formatted(on));
        }
        if (!on.isEmpty() && part != null) {
            throw new BadInput("--on and --part: give one of them; Slurm gets all parts");
        }
    }

    private int runAll(List<PreparedExperiment<?>> experiments) throws IOException, InterruptedException {
        if (on.equals(SLURM)) {
            int stopped = new SlurmSweeps(environment, experimentOptions.words(), threads == null ? 1 : threads)
                    .run(experiments);
            if (stopped > 0) {
                return 128 + stopped;
            }
        }
        experiments.forEach(this::sayIfFew);
        ExperimentRunner runner = runner();
        for (PreparedExperiment<?> experiment : experiments) {
            report(run(experiment, runner));
        }
        Index.write(out);
        streams.out().printf(Locale.ROOT, "%nSee %s%n", out.resolve("index.html"));
        return ExitCode.DONE;
    }

    /** Says before the first run that more of them are needed, instead of afterwards that nothing is decided. */
    private void sayIfFew(PreparedExperiment<?> experiment) {
        experiment.tooFewRuns().ifPresent(sentence -> streams.err().println(experiment.id() + ": " + sentence));
    }

    private static CellShare part(String text) {
        try {
            return CellShare.read(text);
        } catch (BadValue e) {
            throw new BadInput("--part: \"%s\" %s".formatted(e.value(), e.rule()));
        }
    }

    private static Experiment<?> experiment(String id) {
        try {
            return Experiments.named(id);
        } catch (BadValue e) {
            throw new BadInput("ID: " + e.getMessage());
        }
    }

    /** One for all experiments, so that runs which several of them show are made once. */
    private ExperimentRunner runner() {
        return new ExperimentRunner(threads == null ? Runtime.getRuntime().availableProcessors() : threads);
    }

    private <R> Figure run(PreparedExperiment<R> experiment, ExperimentRunner runner)
            throws IOException, InterruptedException {
        List<Cell<R>> cells = experiment.cells();
        try (ShownProgress progress = ShownProgress.ofRuns(experiment.id(), cells.size(), streams.err())) {
            Map<String, R> results = runner.run(
                    cells,
                    experiment.measures(),
                    experiment.kept(),
                    experiment.settings(),
                    (done, of) -> progress.to(done));
            Figure figure = experiment.readings().figure(results);
            FigureWriter.write(out, figure, plotOptions.style(), inOrder(cells, results), provenance(experiment));
            return figure;
        }
    }

    /** Results in the order of the cells, which no number of threads changes. */
    private static <R> Map<String, R> inOrder(List<Cell<R>> cells, Map<String, R> results) {
        Map<String, R> ordered = new LinkedHashMap<>();
        cells.forEach(cell -> ordered.put(cell.key(), results.get(cell.key())));
        return ordered;
    }

    private Provenance provenance(PreparedExperiment<?> experiment) throws IOException {
        String classPath = environment.variable("BERTH_CLASS_PATH");
        return experimentOptions.provenance(
                experiment.name(),
                plotOptions.words(),
                Version.withCommit() + (classPath.isEmpty() ? "" : " with BERTH_CLASS_PATH=" + classPath));
    }

    private int runParts(List<PreparedExperiment<?>> experiments, CellShare share)
            throws IOException, InterruptedException {
        ExperimentRunner runner = runner();
        for (PreparedExperiment<?> experiment : experiments) {
            runPart(experiment, share, runner);
            streams.out().printf(Locale.ROOT, "%s: part %s is kept%n", experiment.id(), share);
        }
        return ExitCode.DONE;
    }

    private <R> void runPart(PreparedExperiment<R> experiment, CellShare share, ExperimentRunner runner)
            throws IOException, InterruptedException {
        int count = share.share(experiment.cells()).size();
        try (ShownProgress progress = ShownProgress.ofRuns(experiment.id(), count, streams.err())) {
            runner.run(
                    share,
                    experiment.cells(),
                    experiment.measures(),
                    experiment.kept(),
                    experiment.settings(),
                    (done, of) -> progress.to(done));
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
            streams.out().println("  A smoke run decides nothing; for a verdict run it with --scale quick");
        }
    }
}
