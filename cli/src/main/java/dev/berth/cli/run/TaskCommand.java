package dev.berth.cli.run;

import dev.berth.cli.console.ExitCode;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.fence.Fence;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.Preparation;
import dev.berth.cli.run.place.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The command of a task that runs in a reservation of its plan. Its beginning and its end are told to the service as those of
 * {@code berth run} are, so that no two commands use a server at a time. The runner of the plan has booked the reservation and
 * says what became of the task, which gives the servers back.
 */
public final class TaskCommand {
    /** How long the end of a command is told for while the service is down. Others wait only a while for one that is not told. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The exit code of a command that was stopped before it began. */
    private static final int TERMINATED = 128 + 15;

    private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();
    private final ServiceClient service;
    private final String reservation;
    private final Duration grace;
    private final Place place;
    private final String mark;
    private final By by;

    /**
     * Identity of the runner.
     *
     * @param runner a name that nobody else uses; with the same one, another process may go on where this one was killed
     * @param host name of this machine
     * @param again whether its command may follow another one in the same reservation
     */
    public record By(String runner, String host, boolean again) {
        /** Runner of one command in each reservation. */
        public By(String runner, String host) {
            this(runner, host, false);
        }
    }

    /** How it ended, and whether that was because its time was over. */
    public record Ended(int code, boolean wasCutShort) {}

    /** Listener for the progress of the command. */
    public interface Watcher {
        /** The command that had its servers before has not ended; told once. */
        void waits();

        /** It will be asked to end soon, unless it gets more time; told once for each end of its reservation. */
        void needsMoreTime();
    }

    /** @param mark by which the command is known, also to those who come after this process */
    public TaskCommand(ServiceClient service, Place place, String mark, By by, String reservation, Duration grace) {
        this.by = by;
        this.service = service;
        this.reservation = reservation;
        this.grace = grace;
        this.place = place;
        this.mark = mark;
    }

    /** Runs it to its end, in a directory and with its output in a file. */
    public Ended run(List<String> words, Map<String, String> variables, Path directory, Path log, Watcher watcher)
            throws IOException, InterruptedException {
        try (Following following = new Following(service, reservation, happenings);
                Preparation preparation = place.prepare(mark);
                Reports reports = new Reports(
                        service, RunNote.RESERVATIONS + Remote.encoded(reservation), by.runner(), following)) {
            ReservationStanding standing = following.start();
            if (!standing.isRunning()) {
                throw new IOException("reservation %s is %s".formatted(reservation, standing.state()));
            }
            if (!reports.begin(
                    by.host(),
                    RunNote.command(words),
                    by.again(),
                    standing.endNanos(),
                    this::isToStop,
                    watcher::waits)) {
                return new Ended(TERMINATED, true);
            }
            Map<String, String> all =
                    Runner.variables(reservation, standing, standing.servers().seenFrom(new ThisHost(by.host())), "");
            all.putAll(variables);
            Surroundings surroundings = new Surroundings(all, Optional.of(directory), Optional.of(log));
            // Not said: a workflow has many tasks.
            Fence unused = preparation.hold(standing.servers().parts().limits());
            Supervisor supervisor = new Supervisor(
                    happenings, standing, new TimeLimits(grace, null, Duration.ZERO), asked -> watcher.needsMoreTime());
            return supervised(
                    supervisor, reports, preparation, new Launch(mark, reservation, words, surroundings, true));
        }
    }

    private static Ended supervised(Supervisor supervisor, Reports reports, Preparation preparation, Launch launch)
            throws IOException, InterruptedException {
        int code = ExitCode.FAILED;
        try {
            code = supervisor.run(preparation, launch);
            return new Ended(code, supervisor.wasCutShort());
        } finally {
            reports.end(supervisor.ending(code), true, PATIENCE);
        }
    }

    private boolean isToStop() {
        return happenings.contains(new Happening.Stopped());
    }

    /** Asks it to end, as at the end of its time. */
    public void stop() {
        happenings.add(new Happening.Stopped());
    }
}
