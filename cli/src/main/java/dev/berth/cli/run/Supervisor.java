package dev.berth.cli.run;

import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.PlacedCommand;
import dev.berth.cli.run.place.TimeLeft;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a command within the time of its reservation: warns it, asks it to end, and kills it when the time is over. */
final class Supervisor {
    /** How often the clock is looked at while nothing happens. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final BlockingQueue<Happening> happenings;
    private final TimeLimits asked;
    private final MoreTime moreTime;

    private Standing standing;
    private TimeLimits limits;
    private Stage stage = Stage.RUNNING;
    private boolean isOver;
    private boolean isStopped;
    /** The end before which more time was asked for: once for each end. */
    private @Nullable Instant askedFor;

    private enum Stage {
        RUNNING,
        WARNED,
        TERMINATED,
        KILLED
    }

    Supervisor(BlockingQueue<Happening> happenings, Standing standing, TimeLimits asked, MoreTime moreTime) {
        this.happenings = happenings;
        this.standing = standing;
        this.asked = asked;
        this.moreTime = moreTime;
        this.limits = asked.within(standing.left());
    }

    /** Whether the time was over, or the reservation gone, before the command had ended. */
    boolean wasCutShort() {
        return stage == Stage.TERMINATED || stage == Stage.KILLED;
    }

    /** Whether somebody wanted it to stop. */
    boolean wasStopped() {
        return isStopped;
    }

    /** Runs the command to its end and returns its exit code; nothing of it is left then. */
    int run(Place place, Launch launch) throws IOException, InterruptedException {
        PlacedCommand command = place.start(launch, timeLeft());
        try {
            command.onExit(() -> happenings.add(new Happening.Exited()));
            while (true) {
                Happening next = happenings.poll(untilNextStage(), TimeUnit.NANOSECONDS);
                if (next instanceof Happening.Exited) {
                    break;
                }
                if (next instanceof Happening.Signalled signalled) {
                    command.send(signalled.signal());
                }
                if (next instanceof Happening.Stopped) {
                    isStopped = true;
                }
                if (next instanceof Happening.Stands changed && takeIn(changed.standing())) {
                    command.keep(timeLeft());
                }
                keepTime(command);
            }
            // What it has left running would go on using servers that others get now.
            command.end(Duration.ofNanos(Math.clamp(left(), 0, limits.grace().toNanos())));
            return command.exitCode();
        } finally {
            command.close();
        }
    }

    /** Takes in how it stands now; whether its end is another. */
    private boolean takeIn(Standing changed) {
        isOver = !changed.isRunning();
        if (isOver || changed.end().equals(standing.end())) {
            return false;
        }
        standing = changed;
        limits = asked.within(changed.left());
        stage = stage == Stage.KILLED ? stage : Stage.RUNNING;
        return true;
    }

    private TimeLeft timeLeft() {
        return new TimeLeft(standing.end(), Duration.ofNanos(left()), limits.grace());
    }

    private long left() {
        return standing.endNanos() - System.nanoTime();
    }

    /** How long before the end more time is asked for: early enough to be granted before the command is told to end. */
    private long lead() {
        return 2 * limits.grace().toNanos();
    }

    /** KILL comes a moment before the end, because processes take time to die, and others have the servers from the end on. */
    private long margin() {
        return Math.min(LOOK_NANOS, limits.grace().toNanos() / 2);
    }

    private boolean isToAsk() {
        return moreTime.isWanted() && !isOver && !isStopped && !standing.end().equals(askedFor);
    }

    private long untilNextStage() {
        long grace = limits.grace().toNanos();
        long until = switch (stage) {
            case RUNNING -> {
                long first = left() - (isToAsk() ? lead() : grace);
                yield limits.warning() == null
                        ? first
                        : Math.min(first, left() - limits.warn().toNanos());
            }
            case WARNED -> left() - grace;
            case TERMINATED -> left() - margin();
            case KILLED -> LOOK_NANOS;
        };
        return Math.clamp(until, LEAST_NANOS, LOOK_NANOS);
    }

    private void keepTime(PlacedCommand command) {
        if ((isOver || isStopped) && (stage == Stage.RUNNING || stage == Stage.WARNED)) {
            // Cancelled, failed or taken back: the same as the end, with the grace.
            standing = standing.endingIn(limits.grace());
        }
        @Nullable String warning = limits.warning();
        long left = left();
        if (left <= lead() && isToAsk()) {
            askedFor = standing.end();
            moreTime.ask(standing);
        }
        if (stage == Stage.RUNNING && warning != null && left <= limits.warn().toNanos()) {
            stage = Stage.WARNED;
            command.send(warning);
        }
        if (stage != Stage.TERMINATED
                && stage != Stage.KILLED
                && left <= limits.grace().toNanos()) {
            stage = Stage.TERMINATED;
            command.send("TERM");
        }
        if (left <= margin()) {
            stage = Stage.KILLED;
            command.send("KILL");
        }
    }
}
