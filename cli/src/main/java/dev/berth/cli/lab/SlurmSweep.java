package dev.berth.cli.lab;

import dev.berth.cli.console.Failed;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.lab.experiment.CellShare;
import dev.berth.lab.experiment.ExperimentRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * An experiment as a job array of Slurm: each task of the array runs one {@link CellShare} of the cells and keeps it in the output
 * directory, which the nodes share. Tasks are known by a comment that follows from directory and settings, so that a second
 * call finds what the first has left in the queue.
 *
 * @param command that runs a part, up to the part itself
 * @param threads of each task
 */
record SlurmSweep<R>(UserSlurm slurm, PreparedExperiment<R> experiment, List<String> command, int threads) {
    /** Slurm takes arrays of up to 1,000 by default. */
    private static final int MOST_PARTS = 200;

    private static final Duration LOOK = Duration.ofMillis(300);
    /** Reading what many parts have kept takes a while; it is done rarely enough not to burden the file system. */
    private static final int LOOK_SHARE = 10;
    /** How often Slurm is asked, which is one for all users. */
    private static final Duration ASK = Duration.ofSeconds(5);
    /** How much later the last result of a task may be seen on a file system of the network. */
    private static final Duration LATE = Duration.ofSeconds(3);

    private static final String LOG = "slurm-part-";

    private int parts() {
        return Math.min(MOST_PARTS, experiment.cells().size());
    }

    private String comment() {
        String all = experiment.directory().toAbsolutePath() + "\n" + experiment.settings();
        return "berth-lab-" + UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8));
    }

    /** Submits the parts that are neither finished nor in the queue; says what it did. */
    String submit() throws IOException {
        Files.createDirectories(experiment.directory());
        Map<String, R> finished = experiment.finished();
        Set<Long> queued = slurm.arrayTasks(comment());
        List<Integer> missing = new ArrayList<>();
        int done = 0;
        for (int number = 1; number <= parts(); number++) {
            if (new CellShare(number, parts())
                    .share(experiment.cells()).stream().allMatch(cell -> finished.containsKey(cell.key()))) {
                done++;
            } else if (!queued.contains((long) number)) {
                missing.add(number);
            }
        }
        String rest = "%d of %d parts are finished, %d in the queue".formatted(done, parts(), queued.size());
        if (missing.isEmpty()) {
            return "%s: nothing to submit; %s".formatted(experiment.id(), rest);
        }
        long job = slurm.submit(options(missing), script(), Map.of());
        return "%s: submitted %d %s as Slurm job %d; %s"
                .formatted(experiment.id(), missing.size(), missing.size() == 1 ? "part" : "parts", job, rest);
    }

    private List<String> options(List<Integer> missing) {
        return List.of(
                "--array=" + missing.stream().map(String::valueOf).collect(Collectors.joining(",")),
                "--job-name=berth-" + experiment.id(),
                "--comment=" + comment(),
                "--ntasks=1",
                "--cpus-per-task=" + threads,
                "--chdir=" + Path.of("").toAbsolutePath(),
                "--input=/dev/null",
                "--output="
                        + UserSlurm.plainFile(experiment
                                .directory()
                                .toAbsolutePath()
                                .resolve(LOG)
                                .toString()) + "%a.log");
    }

    private String script() {
        return "#!/bin/sh\nexec %s --part \"$SLURM_ARRAY_TASK_ID/%d\"\n".formatted(UserSlurm.quoted(command), parts());
    }

    /**
     * Waits until all cells are finished; false if it was stopped before.
     *
     * @throws Failed if tasks have ended without their results
     */
    boolean await(ExperimentRunner.Progress progress, BooleanSupplier isToStop)
            throws IOException, InterruptedException {
        long asked = System.nanoTime() - ASK.toNanos();
        while (!isToStop.getAsBoolean()) {
            long begun = System.nanoTime();
            if (isFinished(progress)) {
                deleteLogs();
                return true;
            }
            long took = System.nanoTime() - begun;
            if (begun - asked >= ASK.toNanos()) {
                asked = begun;
                if (isOutOfQueue()) {
                    Thread.sleep(LATE);
                    if (!isFinished(progress)) {
                        throw new Failed(
                                "%s: some parts ended in Slurm without their results; see %s. Finished results are kept; run the same command to continue"
                                        .formatted(
                                                experiment.id(),
                                                experiment.directory().resolve(LOG + "*.log")));
                    }
                }
            }
            Thread.sleep(Duration.ofNanos(Math.max(LOOK.toNanos(), LOOK_SHARE * took)));
        }
        return false;
    }

    private boolean isFinished(ExperimentRunner.Progress progress) throws IOException {
        int done = experiment.finished().size();
        progress.done(done, experiment.cells().size());
        return done == experiment.cells().size();
    }

    private boolean isOutOfQueue() {
        try {
            return slurm.arrayTasks(comment()).isEmpty();
        } catch (Failed e) {
            // Slurm does not answer now; results may come all the same.
            return false;
        }
    }

    /** Takes what is left of it out of the queue. */
    void cancel() {
        slurm.arraysWith(comment()).forEach(slurm::cancel);
    }

    private void deleteLogs() throws IOException {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(experiment.directory(), LOG + "*.log")) {
            for (Path log : logs) {
                Files.deleteIfExists(log);
            }
        }
    }
}
