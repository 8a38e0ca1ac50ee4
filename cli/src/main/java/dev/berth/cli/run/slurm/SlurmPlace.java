package dev.berth.cli.run.slurm;

import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Streams;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.PlacedCommand;
import dev.berth.cli.run.place.Preparation;
import dev.berth.cli.run.place.TimeLeft;
import dev.berth.cli.slurm.UserSlurm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Commands as jobs of Slurm. A job is known by its comment, which contains the mark of its command; it outlives its runner,
 * and Slurm ends it when its time is over.
 *
 * @param names what the Slurm reservation of a reservation is called; asks the service
 * @param runs where the files of jobs are
 * @param streams where the output of a command goes that has no file of its own
 * @param say tells the user something
 * @param patience how long a Slurm reservation may be missing
 */
public record SlurmPlace(
        UserSlurm slurm,
        UnaryOperator<String> names,
        Path runs,
        Streams streams,
        Consumer<String> say,
        Duration patience)
        implements Place {
    private static final Duration LEAVING = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 500;

    static String comment(String mark) {
        return "berth-" + mark;
    }

    /** The command itself is not looked for: nodes may have what this machine has not. */
    @Override
    public void require(String command) {
        slurm.require();
    }

    @Override
    public Preparation prepare(String mark) {
        return this::start;
    }

    PlacedCommand start(Launch launch, TimeLeft time) throws IOException {
        JobFiles files = JobFiles.of(runs, launch.mark());
        files.create();
        return SlurmJob.start(this, launch, files, time);
    }

    @Override
    public boolean isRunning(String mark) {
        try {
            return slurm.jobWith(comment(mark)).isPresent();
        } catch (Failed e) {
            return true;
        }
    }

    @Override
    public void stop(String mark) {
        OptionalLong job = slurm.jobWith(comment(mark));
        if (job.isPresent()) {
            slurm.cancel(job.getAsLong());
            long until = System.nanoTime() + LEAVING.toNanos();
            while (isRunning(mark) && System.nanoTime() - until < 0) {
                try {
                    Thread.sleep(LOOK_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    @Override
    public Optional<Integer> exitCode(String mark) {
        return JobFiles.of(runs, mark).exitCode();
    }

    @Override
    public void forget(String mark) {
        JobFiles.of(runs, mark).delete();
    }
}
