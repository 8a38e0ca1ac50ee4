package dev.berth.cli.lab;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.RowsFile;
import dev.berth.engine.model.Job;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import dev.berth.lab.workload.LublinWorkload;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.SwfReader;
import dev.berth.lab.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth lab jobs}: a workload as a file that {@code berth admit} reads. */
@Command(
        name = "jobs",
        description = {
            "Writes a workload as jobs.csv for berth admit, in whole seconds.",
            "",
            "WORKLOAD is castillo, lublin (parallel jobs after Lublin and Feitelson), or a trace in the Standard"
                    + " Workload Format, gzipped or not.",
            ""
        },
        footer = {"", "Example:", "  berth lab jobs lublin --count 10000 --out jobs.csv"})
final class LabJobs implements Callable<Integer> {
    private static final long HOUR = 3600;
    private static final int MOST_JOBS = 100_000_000;

    private final Streams streams;

    @Parameters(paramLabel = "WORKLOAD", description = "castillo, lublin or a file.")
    private String workload = "";

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "100000",
            description = "At most so many; ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = "--servers",
            paramLabel = "N",
            defaultValue = "120",
            description = "For castillo and lublin; ${DEFAULT-VALUE}.")
    private int servers;

    @Option(
            names = "--load",
            paramLabel = "L",
            defaultValue = "0.9",
            description = "For castillo and lublin; ${DEFAULT-VALUE}.")
    private double load;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Same seed, same jobs; ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--slack",
            paramLabel = "HOURS",
            defaultValue = "20",
            description = "Deadlines are ready + work + uniform(0, slack); ${DEFAULT-VALUE}.")
    private double slack;

    @Option(
            names = "--book-ahead",
            paramLabel = "HOURS",
            defaultValue = "0",
            description = "For lublin and traces: ready is submit + uniform(0, this); ${DEFAULT-VALUE}.")
    private double bookAhead;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "-", description = "Where to; - is standard output.")
    private String out = RowsFile.STANDARD_OUTPUT;

    LabJobs(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        check();
        SplittableRandom random = new SplittableRandom(seed);
        LongSupplier ahead = () -> (long) (random.nextDouble() * bookAhead * HOUR);
        switch (workload) {
            case "castillo" ->
                write(
                        new CastilloWorkload(Level.L4.pools(servers), load, slack, seed),
                        CastilloWorkload.UNITS_PER_SECOND);
            case "lublin" -> write(new LublinWorkload(servers, load, ahead, run -> drawSlack(random), seed), 1);
            default -> writeTrace(random, ahead);
        }
        return ExitCode.DONE;
    }

    private void check() {
        LabRun.checkCount("--count", count, 1, MOST_JOBS);
        LabRun.checkCount("--servers", servers, 3, LabRun.MOST_SERVERS);
        if (!(load > 0 && load <= 100)) {
            throw new BadInput("--load: %s is not right; it is above 0 and at most 100".formatted(load));
        }
        if (!(slack >= 0 && slack <= LabRun.MOST_SLACK && bookAhead >= 0 && bookAhead <= LabRun.MOST_SLACK)) {
            throw new BadInput("--slack and --book-ahead: %s and %s are not right; they go from 0 to %.0f hours"
                    .formatted(slack, bookAhead, LabRun.MOST_SLACK));
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
        try (SwfReader reader = SwfReader.open(file)) {
            write(new SwfWorkload(reader, ahead, job -> drawSlack(random)), 1);
            streams.err().println(file + ": " + reader.oddities().words());
        } catch (BadTrace e) {
            throw new BadInput("WORKLOAD: " + e.getMessage());
        }
    }

    private void write(Iterator<Arrival> arrivals, long unitsPerSecond) {
        try (RowsFile rows =
                RowsFile.open(out, streams.out(), "id", "submit", "ready", "work", "deadline", "servers")) {
            for (int i = 1; i <= count && arrivals.hasNext(); i++) {
                Arrival arrival = arrivals.next();
                Job job = arrival.job();
                long submit = arrival.submit() / unitsPerSecond;
                long ready = job.ready() / unitsPerSecond;
                long work = Math.ceilDiv(job.work().amount(), unitsPerSecond);
                long deadline = Math.ceilDiv(job.deadline(), unitsPerSecond);
                rows.write(
                        Integer.toString(i),
                        Long.toString(submit),
                        Long.toString(ready),
                        Long.toString(work),
                        Long.toString(deadline),
                        Integer.toString(job.servers()));
            }
            rows.commit();
        }
    }
}
