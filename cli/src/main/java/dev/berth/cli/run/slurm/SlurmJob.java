package dev.berth.cli.run.slurm;

import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.PlacedCommand;
import dev.berth.cli.run.place.TimeLeft;
import dev.berth.cli.slurm.JobState;
import dev.berth.cli.slurm.SlurmReservation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A command as a job of Slurm: waits until its Slurm reservation is there, submits it, and passes its output on until it has
 * ended. That takes a thread of its own, so that meanwhile the runner can keep the time and hear signals.
 */
final class SlurmJob implements PlacedCommand {
    /** How often the files of the job are looked at, which costs little. */
    private static final long FILES_MILLIS = 100;
    /** How often Slurm is asked, which is one for all users: until the job runs, and from then on. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final Duration RARELY = Duration.ofSeconds(15);
    /** A job that waits for longer is worth a word. */
    private static final Duration LONG = Duration.ofSeconds(5);
    /** How much later the last words of a job may be seen on a file system of the network. */
    private static final Duration LATE = Duration.ofSeconds(2);

    /** Signals that cancel a job that has not begun, with their numbers. */
    private static final Map<String, Integer> STOPPING = Map.of("INT", 2, "TERM", 15, "HUP", 1, "KILL", 9);

    private final SlurmPlace place;
    private final Launch launch;
    private final JobFiles files;
    private final List<GrowingFile> output;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();

    private TimeLeft time;
    /** When that was said, by the monotonic clock of this machine. */
    private long timed = System.nanoTime();

    private boolean hasStarted;
    private int stopped;
    /** Its number in Slurm; null until it is submitted. */
    private @Nullable Long job;

    private SlurmJob(SlurmPlace place, Launch launch, JobFiles files, TimeLeft time) {
        this.place = place;
        this.launch = launch;
        this.files = files;
        this.time = time;
        this.output = launch.surroundings().log().isPresent()
                ? List.of()
                : List.of(
                        new GrowingFile(files.output(), place.streams().out()),
                        new GrowingFile(files.error(), place.streams().err()));
    }

    static SlurmJob start(SlurmPlace place, Launch launch, JobFiles files, TimeLeft time) {
        SlurmJob job = new SlurmJob(place, launch, files, time);
        Thread.ofPlatform().daemon().name("berth-slurm-" + launch.reservation()).start(job::run);
        return job;
    }

    private void run() {
        int code = ExitCode.FAILED;
        try {
            code = begun() ? followed() : 128 + stopped();
        } catch (Failed e) {
            place.say().accept(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exit.complete(code);
        }
    }

    /** Submits it once its Slurm reservation is there; false if it was stopped before. */
    private boolean begun() throws InterruptedException {
        Optional<Reserved> there = reserved();
        if (there.isEmpty()) {
            return false;
        }
        long number = place.slurm()
                .submit(
                        new SbatchOptions(
                                        place.slurm(),
                                        launch,
                                        files,
                                        there.get().name())
                                .in(there.get().nodes(), left()),
                        new BatchScript(launch.words(), files).text(),
                        launch.surroundings().variables());
        synchronized (this) {
            job = number;
        }
        if (stopped() > 0) {
            place.slurm().cancel(number);
        }
        return true;
    }

    private record Reserved(String name, SlurmReservation nodes) {}

    /** Waits until service and Slurm say that its Slurm reservation is there; empty if it was stopped. */
    private Optional<Reserved> reserved() throws InterruptedException {
        long until = System.nanoTime() + place.patience().toNanos();
        String name = "";
        boolean isTold = false;
        while (stopped() == 0) {
            String trouble = "";
            try {
                name = name.isEmpty() ? place.names().apply(launch.reservation()) : name;
                Optional<SlurmReservation> there = place.slurm().reservation(name);
                if (there.isPresent()) {
                    return Optional.of(new Reserved(name, there.get()));
                }
            } catch (Failed e) {
                trouble = String.valueOf(e.getMessage());
            }
            if (System.nanoTime() - until > 0) {
                throw new Failed(
                        trouble.isEmpty()
                                ? "Slurm has no reservation %s after %d seconds. The service creates it in the cluster of its site.yaml; see berth cluster status"
                                        .formatted(name, place.patience().toSeconds())
                                : trouble);
            }
            if (!isTold) {
                place.say()
                        .accept(
                                trouble.isEmpty()
                                        ? "%s waits until Slurm has its reservation %s"
                                                .formatted(launch.reservation(), name)
                                        : "%s waits: %s".formatted(launch.reservation(), trouble));
                isTold = true;
            }
            Thread.sleep(SOON);
        }
        return Optional.empty();
    }

    /** Passes its output on until it has ended; its exit code. */
    private int followed() throws InterruptedException {
        long submitted = System.nanoTime();
        long looked = submitted - SOON.toNanos();
        String told = "";
        while (true) {
            output.forEach(GrowingFile::pass);
            Optional<Integer> code = files.exitCode();
            if (code.isPresent()) {
                output.forEach(GrowingFile::pass);
                return code.get();
            }
            if (System.nanoTime() - looked >= untilNextLook().toNanos()) {
                Optional<JobState> state = look();
                if (state.isPresent() && state.get().isOver()) {
                    return codeWithoutWord(state.get());
                }
                if (state.isPresent() && state.get().isRunning()) {
                    started();
                }
                String reason =
                        state.filter(JobState::isWaiting).map(JobState::reason).orElse("");
                if (!reason.isEmpty() && !reason.equals(told) && System.nanoTime() - submitted > LONG.toNanos()) {
                    place.say()
                            .accept("%s waits in Slurm as job %d: %s".formatted(launch.reservation(), job(), reason));
                    told = reason;
                }
                looked = System.nanoTime();
            }
            Thread.sleep(FILES_MILLIS);
        }
    }

    /** The job is over and did not say how its command ended, so it was killed; or the file system is late. */
    private int codeWithoutWord(JobState state) throws InterruptedException {
        long until = System.nanoTime() + LATE.toNanos();
        while (files.exitCode().isEmpty() && System.nanoTime() - until < 0) {
            Thread.sleep(FILES_MILLIS);
        }
        output.forEach(GrowingFile::pass);
        if (files.exitCode().isEmpty() && stopped() == 0) {
            place.say()
                    .accept("Slurm ended job %d: %s%s"
                            .formatted(
                                    job(), state.name(), state.reason().equals("None") ? "" : ", " + state.reason()));
        }
        return files.exitCode().orElseGet(state::codeOfCutShort);
    }

    /** How it stands; empty if Slurm does not answer now. What Slurm has forgotten is over. */
    private Optional<JobState> look() {
        try {
            return Optional.of(place.slurm().job(job()).orElse(JobState.FORGOTTEN));
        } catch (Failed e) {
            return Optional.empty();
        }
    }

    /** Slurm counts minutes when a job is submitted, and seconds when it runs. */
    private void started() {
        TimeLeft kept;
        synchronized (this) {
            if (hasStarted) {
                return;
            }
            hasStarted = true;
            kept = time;
        }
        if (!launch.mayGetMore()) {
            Optional<String> unused = place.slurm().endAt(job(), kept.end());
        }
    }

    /** Time between two looks at the state of the job; long while it runs undisturbed, because it reports its own end. */
    private synchronized Duration untilNextLook() {
        return hasStarted && stopped == 0 ? RARELY : SOON;
    }

    private synchronized Duration left() {
        return time.left().minusNanos(System.nanoTime() - timed);
    }

    private synchronized int stopped() {
        return stopped;
    }

    private synchronized long job() {
        return job == null ? 0 : job;
    }

    @Override
    public void onExit(Runnable action) {
        CompletableFuture<Void> unused = exit.thenRun(action);
    }

    @Override
    public int exitCode() {
        return exit.join();
    }

    /** One that does not run yet is cancelled by what would stop it. */
    @Override
    public void send(String signal) {
        int number = STOPPING.getOrDefault(signal, 0);
        boolean runs;
        synchronized (this) {
            stopped = number > 0 ? number : stopped;
            runs = hasStarted;
        }
        if (job() == 0) {
            return;
        }
        if (runs || look().filter(JobState::isRunning).isPresent()) {
            place.slurm().signal(job(), signal);
        } else if (number > 0) {
            place.slurm().cancel(job());
        }
    }

    @Override
    public void keep(TimeLeft changed) throws IOException {
        boolean runs;
        synchronized (this) {
            time = changed;
            timed = System.nanoTime();
            runs = hasStarted;
        }
        if (runs && !launch.mayGetMore()) {
            place.slurm()
                    .endAt(job(), changed.end())
                    .ifPresent(why -> place.say()
                            .accept(
                                    "Slurm does not change the end of job %d: %s. Only an operator of Slurm gives a job more time; with --overrun it has it from the start"
                                            .formatted(job(), why)));
        }
    }

    @Override
    public void end(Duration grace) throws InterruptedException {
        long until = System.nanoTime() + grace.toNanos();
        while (!isGone()) {
            if (System.nanoTime() - until > 0) {
                place.slurm().signal(job(), "KILL");
                return;
            }
            Thread.sleep(FILES_MILLIS);
        }
    }

    private boolean isGone() {
        return job() == 0 || look().filter(JobState::isOver).isPresent();
    }

    @Override
    public void close() throws InterruptedException {
        if (!exit.isDone() && job() != 0) {
            place.slurm().cancel(job());
        }
        synchronized (this) {
            stopped = stopped == 0 ? STOPPING.getOrDefault("KILL", 0) : stopped;
        }
        files.delete();
    }
}
