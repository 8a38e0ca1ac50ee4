package dev.berth.cli.lab;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.RowsFile;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import dev.berth.lab.workload.LublinWorkload;
import dev.berth.lab.workload.gpu.JobLogs;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.JobLog;
import dev.berth.lab.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** {@code berth lab jobs}: a workload as a file that {@code berth admit} reads. */
final class LabJobs implements ShellCommand {
    private static final long HOUR = 3600;
    private static final int MOST_JOBS = 100_000_000;
    /** Default number of jobs of a workload without an end. */
    private static final int USUAL_JOBS = 100_000;

    private final Streams streams;

    private String workload = "";

    private @Nullable Integer count;

    private int servers = 120;

    private double load = 0.9;

    private long seed = 1;

    private double slack = 20;

    private double bookAhead = 0;

    private String out = "-";

    private @Nullable String poolsOut;

    LabJobs(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Writes a workload as jobs.csv for berth admit, in whole seconds. With --pools it also writes the servers that the workload is made for.",
                "WORKLOAD is castillo, lublin (parallel jobs after Lublin and Feitelson), or a file in the Standard Workload Format, also gzipped. Jobs of a file keep their numbers in the log. Traces of GPU clusters are read as well (Alibaba 2023, Helios, Philly); each GPU counts as a server.");
        syntax.parameter("WORKLOAD", "castillo, lublin or a file", value -> workload = value);
        syntax.integer(
                "--count",
                "N",
                "Maximum number of jobs. Default: 100000, or all jobs of a file",
                value -> count = value);
        syntax.integer("--servers", "N", "Servers that castillo and lublin are made for", value -> servers = value)
                .byDefault("120");
        syntax.decimal(
                        "--load",
                        "L",
                        "Load of castillo and lublin on these servers",
                        value -> load = value.doubleValue())
                .byDefault("0.9");
        syntax.longInteger("--seed", "S", "Seed; the same seed gives the same jobs", value -> seed = value)
                .byDefault("1");
        syntax.decimal(
                        "--slack",
                        "HOURS",
                        "Deadlines are ready + work + uniform(0, HOURS)",
                        value -> slack = value.doubleValue())
                .byDefault("20");
        syntax.decimal(
                        "--book-ahead",
                        "HOURS",
                        "For lublin and files: ready is submit + uniform(0, HOURS)",
                        value -> bookAhead = value.doubleValue())
                .byDefault("0");
        syntax.text("--out", "FILE", "File to write; - writes to standard output", value -> out = value)
                .byDefault("-");
        syntax.text(
                "--pools",
                "FILE",
                "Write the servers to this file, a pools.csv for berth admit",
                value -> poolsOut = value);
        syntax.examples(
                "berth lab jobs lublin --count 10000 --out jobs.csv --pools pools.csv",
                "berth lab jobs KTH-SP2-1996-2.swf.gz --out jobs.csv --pools pools.csv");
    }

    @Override
    public int run() throws IOException {
        check();
        SplittableRandom random = new SplittableRandom(seed);
        LongSupplier ahead = () -> (long) (random.nextDouble() * bookAhead * HOUR);
        switch (workload) {
            case "castillo" -> {
                List<Pool> pools = Level.L4.pools(servers);
                write(new CastilloWorkload(pools, load, slack, seed), CastilloWorkload.UNITS_PER_SECOND, false);
                writePools(pools);
            }
            case "lublin" -> {
                write(new LublinWorkload(servers, load, ahead, run -> drawSlack(random), seed), 1, false);
                writePools(List.of(new Pool("machine", servers, "1")));
            }
            default -> writeTrace(random, ahead);
        }
        return ExitCode.DONE;
    }

    private void check() {
        ExperimentOptions.checkCount("--count", count, 1, MOST_JOBS);
        ExperimentOptions.checkCount("--servers", servers, 3, ExperimentOptions.MOST_SERVERS);
        if (!(load > 0 && load <= 100)) {
            throw new BadInput("--load: %s is out of range; it must be above 0 and at most 100".formatted(load));
        }
        if (out.equals(poolsOut)) {
            throw new BadInput("--pools: \"%s\" already receives the jobs; name another file".formatted(poolsOut));
        }
        checkHours(slack, bookAhead);
    }

    static void checkHours(double slack, double bookAhead) {
        if (!(slack >= 0
                && slack <= ExperimentOptions.MOST_SLACK
                && bookAhead >= 0
                && bookAhead <= ExperimentOptions.MOST_SLACK)) {
            throw new BadInput("--slack and --book-ahead: %s and %s are out of range; they must be from 0 to %.0f hours"
                    .formatted(slack, bookAhead, ExperimentOptions.MOST_SLACK));
        }
    }

    private long drawSlack(SplittableRandom random) {
        return (long) (random.nextDouble() * slack * HOUR);
    }

    private void writeTrace(SplittableRandom random, LongSupplier ahead) throws IOException {
        Path file = Path.of(workload);
        if (!Files.isRegularFile(file)) {
            throw new BadInput("WORKLOAD: \"%s\" is neither castillo nor lublin nor a file".formatted(workload));
        }
        try (JobLog reader = JobLogs.open(file, OptionalInt.empty())) {
            Written written = write(new SwfWorkload(reader, ahead, job -> drawSlack(random)), 1, true);
            streams.err().println(file + ": " + reader.words());
            JobLogs.doubt(file, "another number in pools.csv").ifPresent(streams.err()::println);
            if (reader.hasNext()) {
                streams.err()
                        .printf(
                                Locale.ROOT,
                                "%s: only the first %,d jobs are written; a larger --count, or none, writes more%n",
                                file,
                                written.jobs);
            }
            writePools(List.of(new Pool("machine", reader.processors().orElse(written.widest), "1")));
        } catch (BadTrace e) {
            throw new BadInput("WORKLOAD: " + e.getMessage());
        }
    }

    private void writePools(List<Pool> pools) {
        if (poolsOut == null) {
            return;
        }
        try (RowsFile rows = RowsFile.open(poolsOut, streams.out(), "pool", "servers", "rate")) {
            for (Pool pool : pools) {
                rows.write(
                        pool.id().name(),
                        Integer.toString(pool.servers()),
                        pool.rate().toString());
            }
            rows.commit();
        }
    }

    /** @param widest the servers of the widest job */
    private record Written(int jobs, int widest) {}

    private Written write(Iterator<Arrival> arrivals, long unitsPerSecond, boolean isLog) {
        int most = count != null ? count : isLog ? MOST_JOBS : USUAL_JOBS;
        int widest = 1;
        int i = 0;
        try (RowsFile rows =
                RowsFile.open(out, streams.out(), "id", "submit", "ready", "work", "deadline", "servers")) {
            while (i < most && arrivals.hasNext()) {
                i++;
                Arrival arrival = arrivals.next();
                Job job = arrival.job();
                long submit = arrival.submit() / unitsPerSecond;
                long ready = job.ready() / unitsPerSecond;
                long work = Math.ceilDiv(job.work().amount(), unitsPerSecond);
                long deadline = Math.ceilDiv(job.deadline(), unitsPerSecond);
                widest = Math.max(widest, job.servers());
                rows.write(
                        isLog ? job.id().name() : Integer.toString(i),
                        Long.toString(submit),
                        Long.toString(ready),
                        Long.toString(work),
                        Long.toString(deadline),
                        Integer.toString(job.servers()));
            }
            rows.commit();
        }
        return new Written(i, widest);
    }
}
