package dev.berth.lab.workload.swf;

import dev.berth.lab.workload.RigidJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A whole log, as an experiment runs it.
 *
 * @param name of the file, without its directories: reports are read elsewhere
 * @param processors of the machine, or of the widest job where the log does not know that
 * @param jobs counted from the first submission: some logs begin long after their own time 0
 */
public record Trace(String name, int processors, List<RigidJob> jobs) {
    public Trace {
        long begin = jobs.isEmpty() ? 0 : jobs.getFirst().submit();
        jobs = jobs.stream()
                .map(job -> new RigidJob(job.submit() - begin, job.processors(), job.runTime()))
                .toList();
    }

    /** The name without its endings, as a curve or a cluster is labelled with it. */
    public String label() {
        return name.replaceFirst("(?i)(\\.(swf|csv|json))?(\\.gz)?$", "");
    }

    /** Reads a log in the Standard Workload Format; throws {@link BadTrace} if the file is none. */
    public static Trace read(Path file) throws IOException {
        try (SwfReader reader = SwfReader.open(file)) {
            return of(file, reader);
        }
    }

    /** All that is left of a log, which was opened from this file. */
    public static Trace of(Path file, JobLog log) {
        List<RigidJob> jobs = new ArrayList<>();
        while (log.hasNext()) {
            SwfJob job = log.next();
            jobs.add(new RigidJob(job.submit(), job.requestedProcessors(), job.runTime()));
        }
        if (jobs.isEmpty()) {
            throw new BadTrace(file.toString(), 0, log.words(), "a job that ran");
        }
        int widest = jobs.stream().mapToInt(RigidJob::processors).max().orElse(1);
        return new Trace(String.valueOf(file.getFileName()), log.processors().orElse(widest), jobs);
    }

    /** Tells traces of one name apart, so that a run does not go on with the results of another. */
    @Override
    public String toString() {
        return "%s (%d jobs, %08x)".formatted(name, jobs.size(), jobs.hashCode());
    }
}
