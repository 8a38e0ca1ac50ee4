package dev.berth.cli.run;

import dev.berth.cli.remote.ServiceClient;
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
 * The command of a task that runs in a reservation of its plan. Whoever runs the plan has booked the reservation and says how
 * the task ended; here its time is kept.
 */
public final class TaskCommand {
    private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();
    private final ServiceClient service;
    private final String reservation;
    private final Duration grace;
    private final Place place;
    private final String mark;

    /** How it ended, and whether that was because its time was over. */
    public record Ended(int code, boolean wasCutShort) {}

    /** @param mark by which the command is known, also to those who come after this process */
    public TaskCommand(ServiceClient service, Place place, String mark, String reservation, Duration grace) {
        this.service = service;
        this.reservation = reservation;
        this.grace = grace;
        this.place = place;
        this.mark = mark;
    }

    /** Runs it to its end, in a directory and with its output in a file. */
    public Ended run(List<String> words, Map<String, String> variables, Path directory, Path log)
            throws IOException, InterruptedException {
        try (Following following = new Following(service, reservation, happenings)) {
            Standing standing = following.start();
            if (!standing.isRunning()) {
                throw new IOException("reservation %s is %s".formatted(reservation, standing.state()));
            }
            Map<String, String> all = Runner.variables(reservation, standing);
            all.putAll(variables);
            Supervisor supervisor =
                    new Supervisor(happenings, standing, new TimeLimits(grace, null, Duration.ZERO), MoreTime.NONE);
            Surroundings surroundings = new Surroundings(all, Optional.of(directory), Optional.of(log));
            try (Preparation preparation = place.prepare(mark)) {
                int code = supervisor.run(preparation, new Launch(mark, reservation, words, surroundings, true));
                return new Ended(code, supervisor.wasCutShort());
            }
        }
    }

    /** Asks it to end, as at the end of its time. */
    public void stop() {
        happenings.add(new Happening.Stopped());
    }
}
