package dev.berth.cli.admit;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Progress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.RowsFile;
import dev.berth.cli.csv.Source;
import dev.berth.cli.replay.AdmissionOption;
import dev.berth.cli.replay.Json;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.lab.simulation.Scheduler;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth admit}. */
@Command(
        name = "admit",
        description = {
            "Decides a file of jobs, one after the other in the order they were submitted, and says what came of it.",
            "",
            "pools.csv has the columns pool,servers,rate; jobs.csv has id,submit,ready,work,deadline and, if wanted,"
                    + " servers. Columns in any order, times in whole seconds, rows in the order of submit."
                    + " Either file may be gzipped.",
            ""
        },
        footer = {"", "Example:", "  berth admit --pools pools.csv --jobs jobs.csv --policy level --out placements.csv"
        })
public final class Admit implements Callable<Integer> {
    private final Streams streams;

    @Option(names = "--pools", required = true, paramLabel = "FILE", description = "The pools; - is standard input.")
    private String pools = "";

    @Option(names = "--jobs", required = true, paramLabel = "FILE", description = "The jobs; - is standard input.")
    private String jobs = "";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = Calendars.DEFAULT,
            description = "ff-hu, ff-ha, ff-ha-plus, earliest, level, or a class on BERTH_CLASS_PATH;"
                    + " ${DEFAULT-VALUE} unless told.")
    private String policy = Calendars.DEFAULT;

    @Mixin
    private AdmissionOption admission = new AdmissionOption();

    @Option(
            names = "--no-early-starts",
            description =
                    "Start each job when it was promised to start. Default: it starts as soon as servers are free.")
    private boolean asPromised;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the placements go, a row for each job; - is standard output.")
    private @Nullable String out;

    @Option(names = "--json", description = "The summary as JSON.")
    private boolean json;

    public Admit(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        check();
        List<Pool> read;
        try (Source source = Source.open(pools, streams.in())) {
            read = PoolsFile.read(source);
        }
        Summary summary = decide(read);
        // Where the placements are on standard output, they are alone there.
        PrintStream report = RowsFile.STANDARD_OUTPUT.equals(out) ? streams.err() : streams.out();
        report.print(json ? Json.of(summary) + "\n" : summary.text());
        return ExitCode.DONE;
    }

    private void check() throws IOException {
        try {
            Calendars.create(policy);
        } catch (BadValue e) {
            throw new BadInput("--policy: \"%s\" is unknown; %s".formatted(policy, e.rule()));
        }
        admission.name();
        if (pools.equals(Source.STANDARD_INPUT) && jobs.equals(Source.STANDARD_INPUT)) {
            throw new BadInput("--pools and --jobs: both are -; only one can be standard input");
        }
        for (String input : List.of(pools, jobs)) {
            if (out != null && isSameFile(input, out)) {
                throw new BadInput("--out: \"%s\" is an input as well; name another file".formatted(out));
            }
        }
    }

    private static boolean isSameFile(String input, String output) throws IOException {
        return Files.isRegularFile(Path.of(input))
                && Files.exists(Path.of(output))
                && Files.isSameFile(Path.of(input), Path.of(output));
    }

    private Summary decide(List<Pool> read) throws IOException {
        Scheduler scheduler = new Scheduler(policy, admission.name(), !asPromised);
        try (Source source = Source.open(jobs, streams.in());
                JobsFile file = new JobsFile(source);
                Progress progress = Progress.ofBytes("Deciding", source.size(), streams.err())) {
            if (out == null) {
                return new Admission(scheduler, read, fields -> {}).run(file, progress);
            }
            try (RowsFile placements = RowsFile.open(out, streams.out(), Placements.HEADER)) {
                Summary summary = new Admission(scheduler, read, placements).run(file, progress);
                placements.commit();
                return summary;
            }
        }
    }
}
