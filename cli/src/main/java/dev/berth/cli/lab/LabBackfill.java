package dev.berth.cli.lab;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.model.Pool;
import dev.berth.lab.backfill.BatchJob;
import dev.berth.lab.backfill.BatchReplay;
import dev.berth.lab.backfill.BatchResult;
import dev.berth.lab.workload.gpu.JobLogs;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.JobLog;
import dev.berth.lab.workload.swf.MachineSize;
import dev.berth.lab.workload.swf.SwfJob;
import dev.berth.provision.backfill.Backfillings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** {@code berth lab backfill}: a log through queues with backfilling. */
final class LabBackfill implements ShellCommand {
    private static final int MOST_JOBS = 100_000_000;
    private static final String ROW = "%-13s %10s %12s %10s %10s %10s %10s %12s\n";

    private final Streams streams;

    private Path log = Path.of("");

    private final List<String> queues = new ArrayList<>();

    private @Nullable Integer servers;

    private int most = MOST_JOBS;

    private boolean exact;

    private boolean json;

    LabBackfill(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Replays a log through queues with backfilling, without reservations, and reports waits, slowdown and utilisation.",
                "LOG is a file in the Standard Workload Format, also gzipped, or a trace of a GPU cluster (Alibaba 2023, Helios, Philly), whose GPUs count as servers. conservative gives every job a start as it is submitted, and no job delays an earlier one; easy promises a start only to the first job that waits. Servers are counted, not named. The waits that the log itself records are shown beside them.");
        syntax.parameter("LOG", "Log to replay", value -> log = Path.of(value));
        syntax.text(
                        "--queue",
                        "NAMES",
                        "conservative, easy or both, separated by commas. Default: both",
                        value -> queues.addAll(List.of(value.split(",", -1))))
                .repeatable();
        syntax.flag(
                "--exact",
                "Let jobs ask for exactly the time that they run. Default: for the time requested in the log",
                () -> exact = true);
        syntax.integer("--servers", "N", "Servers of the machine. Default: as in the log", value -> servers = value);
        syntax.integer("--count", "N", "Maximum number of jobs. Default: all", value -> most = value);
        syntax.flag("--json", "Print the result as JSON", () -> json = true);
        syntax.examples("berth lab backfill KTH-SP2-1996-2.swf.gz", "berth lab backfill log.swf --queue easy --exact");
    }

    /** A log, and what is to be made of it. */
    private record Read(int servers, List<SwfJob> jobs, String words) {}

    @Override
    public int run() throws IOException {
        check();
        Read read = read();
        List<BatchJob> jobs = read.jobs.stream()
                .map(exact ? BatchJob::exact : BatchJob::asRequested)
                .toList();
        List<BatchResult> results = new ArrayList<>();
        try (ShownProgress progress =
                ShownProgress.ofJobs("Replaying", (long) queues.size() * jobs.size(), streams.err())) {
            for (String queue : queues) {
                long before = (long) results.size() * jobs.size();
                long[] starts = BatchReplay.starts(
                        Backfillings.create(queue, read.servers), jobs, begun -> progress.to(before + begun));
                results.add(BatchResult.of(queue, read.servers, jobs, starts));
            }
        }
        if (read.jobs.stream().allMatch(job -> job.waited() >= 0)) {
            results.add(BatchResult.of("in the log", read.servers, jobs, logged(read.jobs)));
        }
        streams.out().print(json ? RecordJson.of(results) + "\n" : text(read, results));
        return ExitCode.DONE;
    }

    private void check() {
        ExperimentOptions.checkCount("--servers", servers, 1, Pool.MOST_SERVERS);
        ExperimentOptions.checkCount("--count", most, 1, MOST_JOBS);
        for (String queue : queues) {
            if (!Backfillings.names().contains(queue)) {
                throw new BadInput("--queue: \"%s\" is unknown; choose %s"
                        .formatted(queue, String.join(", ", Backfillings.names())));
            }
        }
        if (queues.isEmpty()) {
            queues.addAll(Backfillings.names());
        }
        if (!Files.isRegularFile(log)) {
            throw new BadInput("LOG: \"%s\" is not a file".formatted(log));
        }
    }

    private Read read() throws IOException {
        try (JobLog reader = JobLogs.open(log, servers == null ? OptionalInt.empty() : OptionalInt.of(servers))) {
            List<SwfJob> jobs = new ArrayList<>();
            while (jobs.size() < most && reader.hasNext()) {
                jobs.add(reader.next());
            }
            int widest =
                    jobs.stream().mapToInt(SwfJob::requestedProcessors).max().orElse(1);
            String words = reader.words()
                    + (reader.hasNext()
                            ? String.format(Locale.ROOT, "%nonly the first %,d jobs are replayed", jobs.size())
                            : "");
            int size = reader.processors().orElse(widest);
            String doubt = servers != null || !reader.statesProcessors()
                    ? ""
                    : MachineSize.doubt(size, jobs, "--servers")
                            .map(sentence -> "\n" + sentence)
                            .orElse("");
            return new Read(size, jobs, words + doubt);
        } catch (BadTrace e) {
            throw new BadInput("LOG: " + e.getMessage());
        }
    }

    private static long[] logged(List<SwfJob> jobs) {
        return jobs.stream().mapToLong(job -> job.submit() + job.waited()).toArray();
    }

    private String text(Read read, List<BatchResult> results) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s on %,d servers; jobs ask for %s.%n%s%n%n",
                log.getFileName(),
                read.servers,
                exact ? "exactly what they run" : "what the log says they requested",
                read.words));
        text.append(
                ROW.formatted("queue", "mean wait", "median wait", "90%", "99%", "slowdown", "jobs", "utilisation"));
        for (BatchResult result : results) {
            text.append(ROW.formatted(
                    result.queue(),
                    Summary.hoursAndMinutes(result.meanWaitSeconds()),
                    Summary.hoursAndMinutes((double) result.medianWaitSeconds()),
                    Summary.hoursAndMinutes((double) result.wait90thPercentileSeconds()),
                    Summary.hoursAndMinutes((double) result.wait99thPercentileSeconds()),
                    String.format(Locale.ROOT, "%.1f", result.meanBoundedSlowdown()),
                    String.format(Locale.ROOT, "%,d", result.jobs()),
                    Summary.percent(result.utilisation())));
        }
        return text.append(
                        "\nWaits are in h:mm, from submission to start. The slowdown is bounded: (wait + run time) over the"
                                + " run time, but at least 10 s and 1,\nin the mean over all jobs.\n")
                .toString();
    }
}
