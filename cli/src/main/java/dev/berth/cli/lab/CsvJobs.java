package dev.berth.cli.lab;

import dev.berth.cli.admit.JobRow;
import dev.berth.cli.admit.JobsFile;
import dev.berth.cli.csv.Source;
import dev.berth.cli.replay.Replay;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A file of jobs as {@code berth admit} reads it. */
record CsvJobs(String file, List<Pool> pools, long most) implements ReplayedJobs {
    CsvJobs {
        pools = List.copyOf(pools);
    }

    @Override
    public String introduction(String admission) {
        return PolicyComparison.introduction(file, pools, admission);
    }

    @Override
    public double unitsPerSecond() {
        return 1;
    }

    @Override
    public long count() throws IOException {
        long rows = 0;
        try (JobsFile jobs = open()) {
            while (rows < most && jobs.next() != null) {
                rows++;
            }
        }
        return rows;
    }

    @Override
    public void replay(Replay replay, Runnable decided) throws IOException {
        try (JobsFile jobs = open()) {
            JobRow request = jobs.next();
            for (long done = 0; done < most && request != null; done++) {
                decide(request, replay);
                decided.run();
                request = jobs.next();
            }
        }
    }

    private JobsFile open() {
        return new JobsFile(Source.open(file, InputStream.nullInputStream()));
    }

    private static void decide(JobRow request, Replay replay) {
        Job job;
        try {
            job = request.job();
        } catch (BadValue e) {
            replay.refuseUnseen(request.submit(), request.work(), request.servers());
            return;
        }
        replay.decide(request.submit(), job);
    }
}
