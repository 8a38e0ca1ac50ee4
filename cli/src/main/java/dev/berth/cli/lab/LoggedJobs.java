package dev.berth.cli.lab;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.replay.Replay;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.gpu.JobLogs;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.JobLog;
import dev.berth.lab.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A log as bookings, with slack drawn from a seed.
 *
 * @param slackHours deadlines are ready + work + uniform(0, slackHours)
 */
record LoggedJobs(Path file, List<Pool> pools, long most, double slackHours, double aheadHours, long seed)
        implements ReplayedJobs {
    private static final long HOUR = 3600;

    LoggedJobs {
        pools = List.copyOf(pools);
    }

    /** @param pools null for one pool as large as the machine of the log */
    static LoggedJobs of(
            Path file, @Nullable List<Pool> pools, long most, double slackHours, double aheadHours, long seed)
            throws IOException {
        try {
            List<Pool> servers = pools == null
                    ? List.of(new Pool("machine", JobLogs.trace(file).processors(), "1"))
                    : pools;
            return new LoggedJobs(file, servers, most, slackHours, aheadHours, seed);
        } catch (BadTrace e) {
            throw new BadInput("FILE: " + e.getMessage());
        }
    }

    @Override
    public String introduction(String admission) {
        return PolicyComparison.introduction(String.valueOf(file), pools, admission);
    }

    @Override
    public double unitsPerSecond() {
        return 1;
    }

    @Override
    public long count() throws IOException {
        long jobs = 0;
        try (JobLog reader = JobLogs.open(file, OptionalInt.empty())) {
            for (; jobs < most && reader.hasNext(); jobs++) {
                reader.next();
            }
        }
        return jobs;
    }

    @Override
    public void replay(Replay replay, Runnable decided) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (JobLog reader = JobLogs.open(file, OptionalInt.empty())) {
            SwfWorkload workload =
                    new SwfWorkload(reader, () -> drawn(random, aheadHours), job -> drawn(random, slackHours));
            for (long done = 0; done < most && workload.hasNext(); done++) {
                Arrival arrival = workload.next();
                replay.decide(arrival.submit(), arrival.job());
                decided.run();
            }
        }
    }

    private static long drawn(SplittableRandom random, double hours) {
        return (long) (random.nextDouble() * hours * HOUR);
    }
}
