package dev.berth.cli.admit;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.RowsFile;
import dev.berth.cli.csv.Source;
import dev.berth.cli.replay.AdmissionOption;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.lab.simulation.BookPolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth admit}. */
public final class Admit implements ShellCommand {
    private final Streams streams;

    private String pools = "";

    private String jobs = "";

    private String policy = Calendars.DEFAULT;

    private AdmissionOption admission = new AdmissionOption();

    private boolean asPromised;

    private @Nullable String out;

    private boolean json;

    public Admit(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Decides a file of jobs, one after the other in the order of submission, and prints a summary.",
                "pools.csv has the columns pool,servers,rate; jobs.csv has id,submit,ready,work,deadline and optionally servers. Columns in any order, times in whole seconds, rows in the order of submit. Both files may be gzipped.");
        syntax.text("--pools", "FILE", "Pools; - reads standard input", value -> pools = value)
                .required();
        syntax.text("--jobs", "FILE", "Jobs; - reads standard input", value -> jobs = value)
                .required();
        syntax.text(
                        "--policy",
                        "NAME",
                        "ff-hu, ff-ha, ff-ha-tight, ff-ha-plus, ff-ha-plus-last, earliest, level, prompt, terms, or a class on BERTH_CLASS_PATH",
                        value -> policy = value)
                .byDefault(Calendars.DEFAULT);
        admission.declare(syntax);
        syntax.flag(
                "--no-early-starts",
                "Start each job at its promised time. Default: as soon as servers are free",
                () -> asPromised = true);
        syntax.text(
                "--out",
                "FILE",
                "Write the placements to this file, one row for each job; - writes to standard output",
                value -> out = value);
        syntax.flag("--json", "Print the summary as JSON", () -> json = true);
        syntax.examples("berth admit --pools pools.csv --jobs jobs.csv --policy level --out placements.csv");
    }

    @Override
    public int run() throws IOException {
        check();
        List<Pool> read;
        try (Source source = Source.open(pools, streams.in())) {
            read = PoolsFile.read(source);
        }
        Summary summary = decide(read);
        // Where the placements are on standard output, they are alone there.
        PrintStream report = RowsFile.STANDARD_OUTPUT.equals(out) ? streams.err() : streams.out();
        report.print(json ? RecordJson.of(summary) + "\n" : summary.text());
        return ExitCode.DONE;
    }

    private void check() throws IOException {
        try {
            Calendars.create(policy);
        } catch (BadValue e) {
            throw new BadInput("--policy: \"%s\" %s".formatted(policy, e.rule()));
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
        BookPolicy scheduler = new BookPolicy(policy, admission.name(), !asPromised);
        try (Source source = Source.open(jobs, streams.in());
                JobsFile file = new JobsFile(source);
                ShownProgress progress = ShownProgress.ofBytes("Deciding", source.size(), streams.err())) {
            if (out == null) {
                return new FileAdmission(scheduler, read, fields -> {}).run(file, progress);
            }
            try (RowsFile placements = RowsFile.open(out, streams.out(), Placements.HEADER)) {
                Summary summary = new FileAdmission(scheduler, read, placements).run(file, progress);
                placements.commit();
                return summary;
            }
        }
    }
}
