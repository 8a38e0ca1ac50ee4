package dev.berth.cli.lab;

import dev.berth.cli.admit.PoolsFile;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.Source;
import dev.berth.cli.replay.AdmissionOption;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.replay.Replay;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.workload.gpu.JobLogs;
import dev.berth.lab.workload.swf.BadTrace;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth lab compare}. */
final class LabCompare implements ShellCommand {
    private static final int JOBS_PER_REPORT = 256;
    private static final int MOST_JOBS = 100_000_000;
    private static final int USUAL_JOBS = 40_000;
    private static final double MOST_LOAD = 100;

    private final Streams streams;

    private @Nullable String file;

    private @Nullable String pools;

    private final List<String> policies = new ArrayList<>();

    private @Nullable Integer jobs;

    private double load = 0.9;

    private long seed = 1;

    private double slack = 20;

    private double bookAhead = 0;

    private AdmissionOption admission = new AdmissionOption();

    private boolean json;

    LabCompare(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Replays the same jobs under every policy, without and with early starts, and compares the results.",
                "FILE, also given as --jobs FILE, is a jobs.csv as for berth admit, a log in the Standard Workload Format, or a trace of a GPU cluster (Alibaba 2023, Helios, Philly), whose GPUs count as servers; all may be gzipped, and the format is detected from the content. A log is replayed on one pool as large as its machine, unless --pools is given.");
        syntax.parameter("FILE", "Jobs to replay. Default: castillo's workload on 120 servers", this::chooseFile)
                .optional();
        syntax.text("--pools", "POOLS", "Pools for FILE: a pools.csv as for berth admit", value -> pools = value);
        syntax.text(
                        "--policy",
                        "NAMES",
                        "Policies to compare, separated by commas; may be repeated. Default: all",
                        value -> policies.addAll(List.of(value.split(",", -1))))
                .repeatable();
        syntax.integerOrFile(
                        "--jobs",
                        "N",
                        "Maximum number of jobs, or the FILE; may be repeated to give both. Default: 40000, or all jobs of FILE",
                        value -> jobs = value,
                        this::chooseFile)
                .repeatable();
        syntax.decimal(
                        "--load",
                        "L",
                        "Work that arrives, as a share of what all servers can do; not for a FILE",
                        value -> load = value.doubleValue())
                .byDefault("0.9");
        syntax.decimal(
                        "--slack",
                        "HOURS",
                        "For a log: deadlines are ready + work + uniform(0, HOURS)",
                        value -> slack = value.doubleValue())
                .byDefault("20");
        syntax.decimal(
                        "--book-ahead",
                        "HOURS",
                        "For a log: ready is submit + uniform(0, HOURS)",
                        value -> bookAhead = value.doubleValue())
                .byDefault("0");
        syntax.longInteger("--seed", "S", "Seed; the same seed gives the same jobs", value -> seed = value)
                .byDefault("1");
        admission.declare(syntax);
        syntax.flag("--json", "Print the comparison as JSON", () -> json = true);
        syntax.examples(
                "berth lab compare --policy earliest,level",
                "berth lab compare --jobs jobs.csv --pools pools.csv --policy earliest,level",
                "berth lab compare KTH-SP2-1996-2.swf.gz --slack 4");
    }

    @Override
    public int run() throws IOException {
        check();
        ReplayedJobs replayed = replayed();
        if (!json) {
            streams.out().print(replayed.introduction(admission.name()));
            streams.out().flush();
        }
        PolicyComparison comparison;
        try {
            comparison = compare(replayed);
        } catch (BadTrace e) {
            throw new BadInput("FILE: " + e.getMessage());
        }
        streams.out().print(json ? RecordJson.of(comparison.all()) + "\n" : comparison.text());
        return ExitCode.DONE;
    }

    private void chooseFile(String name) {
        if (file != null) {
            String hint = Calendars.names().contains(name)
                    ? "name policies with --policy, separated by commas"
                    : "name only one";
            throw new BadInput("FILE: there are two, \"%s\" and \"%s\"; %s".formatted(file, name, hint));
        }
        file = name;
    }

    private void check() {
        if (jobs != null && (jobs < 1 || jobs > MOST_JOBS)) {
            throw new BadInput("--jobs: %d is out of range; it must be from 1 to %d".formatted(jobs, MOST_JOBS));
        }
        if (!(load > 0 && load <= MOST_LOAD)) {
            throw new BadInput(
                    "--load: %s is out of range; it must be above 0 and at most %.0f".formatted(load, MOST_LOAD));
        }
        LabJobs.checkHours(slack, bookAhead);
        for (String policy : policies) {
            try {
                Calendars.create(policy);
            } catch (BadValue e) {
                throw new BadInput("--policy: \"%s\" %s".formatted(policy, e.rule()));
            }
        }
        if (policies.isEmpty()) {
            policies.addAll(Calendars.names());
        }
        if (pools != null && file == null) {
            throw new BadInput("--pools: is for the jobs of a file; name the file as well");
        }
        admission.name();
    }

    private ReplayedJobs replayed() throws IOException {
        if (file == null) {
            return new CastilloJobs(jobs == null ? USUAL_JOBS : jobs, load, seed);
        }
        long most = jobs == null ? MOST_JOBS : jobs;
        List<Pool> given = null;
        if (pools != null) {
            try (Source source = Source.open(pools, streams.in())) {
                given = PoolsFile.read(source);
            }
        }
        if (isLog(file)) {
            if (given == null) {
                doubtSize(Path.of(file));
            }
            return LoggedJobs.of(Path.of(file), given, most, slack, bookAhead, seed);
        }
        if (given == null) {
            throw new BadInput(
                    "--pools: is required, because jobs.csv does not describe the servers; give a pools.csv");
        }
        return new CsvJobs(file, given, most);
    }

    private void doubtSize(Path log) throws IOException {
        try {
            JobLogs.doubt(log, "--pools").ifPresent(streams.err()::println);
        } catch (BadTrace e) {
            throw new BadInput("FILE: " + e.getMessage());
        }
    }

    /** A log begins with a comment or a number, or as a trace of a GPU cluster does; a jobs.csv with the name of a column. */
    private boolean isLog(String name) throws IOException {
        if (isGpuTrace(Path.of(name))) {
            return true;
        }
        try (Source source = Source.open(name, streams.in())) {
            Reader reader = source.reader();
            int first = reader.read();
            while (first >= 0 && Character.isWhitespace(first)) {
                first = reader.read();
            }
            return first == ';' || first == '-' || Character.isDigit(first);
        }
    }

    private static boolean isGpuTrace(Path path) throws IOException {
        try {
            return Files.isRegularFile(path) && JobLogs.isGpuTrace(path);
        } catch (BadTrace e) {
            throw new BadInput("FILE: " + e.getMessage());
        }
    }

    private PolicyComparison compare(ReplayedJobs replayed) throws IOException {
        try (ShownProgress progress =
                ShownProgress.ofJobs("Replaying", 2L * replayed.count() * policies.size(), streams.err())) {
            long[] done = {0};
            Runnable decided = () -> {
                if (done[0]++ % JOBS_PER_REPORT == 0) {
                    progress.to(done[0]);
                }
            };
            return new PolicyComparison(replayAll(false, replayed, decided), replayAll(true, replayed, decided));
        }
    }

    private List<Summary> replayAll(boolean earlyStarts, ReplayedJobs replayed, Runnable decided) throws IOException {
        List<Summary> summaries = new ArrayList<>();
        for (String policy : policies) {
            BookPolicy scheduler = new BookPolicy(policy, admission.name(), earlyStarts);
            Replay replay = new Replay(scheduler, replayed.pools(), replayed.unitsPerSecond(), event -> {});
            replayed.replay(replay, decided);
            replay.finish();
            summaries.add(replay.summary());
        }
        return summaries;
    }
}
