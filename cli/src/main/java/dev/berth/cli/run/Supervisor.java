package dev.berth.cli.run;

import dev.berth.cli.console.ExitCode;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.PlacedCommand;
import dev.berth.cli.run.place.Preparation;
import dev.berth.cli.run.place.TimeLeft;
import dev.berth.wire.Grace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a command within the time of its reservation: warns it, asks it to end, and kills it when the time is over. */
final class Supervisor {
    /** How often the clock is looked at while nothing happens. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Divisor of its time that gives how long before the end more is asked for, unless the grace is long. */
    private static final int LEAD_SHARE = 3;

    private static final Duration MOST_LEAD = Duration.ofSeconds(10);

    /** Divisor of its time that gives the margin at the end in which processes may still be dying. */
    private static final int MARGIN_SHARE = 20;

    private static final Duration MOST_MARGIN = Duration.ofSeconds(1);

    /** The exit code of a command that was killed. */
    private static final int KILLED = 128 + 9;

    /** The service gives the servers of what was taken back to others, at the latest soon after this. */
    private static final Duration TAKEN_BACK = Duration.ofSeconds(Grace.SECONDS);

    private final BlockingQueue<Happening> happenings;
    private final TimeLimits asked;
    private final MoreTime moreTime;
    private final Farewell farewell;
    /** The monotonic clock. */
    private final LongSupplier nanos;

    private ReservationStanding standing;
    private TimeLimits limits;
    private Duration margin;
    private Stage stage = Stage.RUNNING;
    private boolean isOver;
    private String why = "its time was over";
    private boolean isStopped;
    private boolean isSignalled;
    /** Until when an end is taken for the answer to TERM, even if more time has come since. */
    private long endsByTermUntil;

    private long killedForMemory;

    private boolean endedByTerm;
    /** The end before which more time was asked for: once for each end. */
    private @Nullable Instant askedFor;

    private enum Stage {
        RUNNING,
        WARNED,
        TERMINATED,
        KILLED
    }

    Supervisor(BlockingQueue<Happening> happenings, ReservationStanding standing, TimeLimits asked, MoreTime moreTime) {
        this(happenings, standing, asked, moreTime, Farewell.TERM);
    }

    /** The same for a command that is asked to end in a way of its own. */
    Supervisor(
            BlockingQueue<Happening> happenings,
            ReservationStanding standing,
            TimeLimits asked,
            MoreTime moreTime,
            Farewell farewell) {
        this(happenings, standing, asked, moreTime, farewell, System::nanoTime);
    }

    /** The same by another monotonic clock. */
    Supervisor(
            BlockingQueue<Happening> happenings,
            ReservationStanding standing,
            TimeLimits asked,
            MoreTime moreTime,
            Farewell farewell,
            LongSupplier nanos) {
        this.nanos = nanos;
        this.farewell = farewell;
        this.happenings = happenings;
        this.standing = standing;
        this.asked = asked;
        this.moreTime = moreTime;
        this.limits = asked.within(standing.left());
        this.margin = margin(standing.left());
    }

    /**
     * KILL comes a moment before the end, because it may be late on a busy machine and processes take time to die, and others
     * have the servers from the end on.
     */
    private static Duration margin(Duration length) {
        return shorter(length.dividedBy(MARGIN_SHARE), MOST_MARGIN);
    }

    /** Whether the time was over, or the reservation gone, before the command had ended. */
    boolean wasCutShort() {
        return stage == Stage.TERMINATED || stage == Stage.KILLED || endedByTerm;
    }

    /** Whether the command failed after Linux had killed processes of it because it had no memory left. */
    boolean ranOutOfMemory() {
        return killedForMemory > 0 && !wasCutShort();
    }

    /** How the command ended, by its exit code. */
    RunEnding ending(int code) {
        return new RunEnding(code, wasCutShort(), ranOutOfMemory());
    }

    /** Whether somebody wanted it to stop. */
    boolean wasStopped() {
        return isStopped;
    }

    /** Whether somebody sent it a signal through its runner. */
    boolean wasSignalled() {
        return isSignalled;
    }

    /** Runs the command to its end and returns its exit code; nothing of it is left then. */
    int run(Preparation preparation, Launch launch) throws IOException, InterruptedException {
        if (left() <= 0) {
            // Its runner was slow, or was stopped for a while.
            stage = Stage.KILLED;
            return KILLED;
        }
        PlacedCommand command = preparation.start(launch, timeLeft());
        try {
            command.onExit(() -> happenings.add(new Happening.Exited()));
            while (true) {
                Happening next = happenings.poll(untilNextStage(), TimeUnit.NANOSECONDS);
                if (next instanceof Happening.Exited) {
                    endedByTerm = endsByTermUntil != 0 && nanos.getAsLong() - endsByTermUntil < 0;
                    break;
                }
                if (next instanceof Happening.Signalled signalled) {
                    isSignalled = true;
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
            // A scope of systemd vanishes with its last process, and this with it.
            killedForMemory = command.exitCode() == 0 ? 0 : command.killedForMemory();
            // What it has left running would go on using servers that are about to be given back.
            command.end(
                    Duration.ofNanos(Math.clamp(left(), 0, graceWithoutServers().toNanos())));
            return ranOutOfMemory() ? ExitCode.OUT_OF_MEMORY : command.exitCode();
        } finally {
            command.close();
        }
    }

    /** Why it was cut short. */
    String why() {
        return why;
    }

    /** Takes in how it stands now; whether its end is another. */
    private boolean takeIn(ReservationStanding changed) {
        boolean isMoved = !standing.servers().containsAll(changed.servers());
        isOver = !changed.isRunning() || isMoved;
        if (changed.isRunning() && isMoved) {
            why = "a server of it has failed; it has %s now".formatted(changed.servers());
        } else if (isOver && !changed.state().equals("ended")) {
            why = "it is " + changed.state();
        }
        if (isOver || changed.end().equals(standing.end())) {
            return false;
        }
        standing = changed;
        limits = asked.within(changed.left());
        margin = margin(changed.left());
        stage = stage == Stage.KILLED ? stage : Stage.RUNNING;
        return true;
    }

    /** For the watchdog, which kills the command if this process cannot: later than this process would, but before the end. */
    private TimeLeft timeLeft() {
        Duration left = Duration.ofNanos(left()).plus(margin.dividedBy(2));
        return new TimeLeft(standing.end(), left, limits.grace());
    }

    /** Until it is killed. */
    private long left() {
        return standing.endNanos() - margin.toNanos() - nanos.getAsLong();
    }

    /** How long before the end more time is asked for: early enough to be granted before the command is told to end. */
    private long lead() {
        Duration answered = shorter(standing.left().dividedBy(LEAD_SHARE), MOST_LEAD);
        return Math.max(2 * limits.grace().toNanos(), answered.toNanos());
    }

    private boolean isToAsk() {
        return !isOver && !isStopped && !standing.end().equals(askedFor);
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
            case TERMINATED -> left();
            case KILLED -> LOOK_NANOS;
        };
        return Math.clamp(until, LEAST_NANOS, LOOK_NANOS);
    }

    private Duration graceWithoutServers() {
        return shorter(limits.grace(), TAKEN_BACK);
    }

    private void endWithin(Duration time) {
        if (left() > time.toNanos()) {
            standing = standing.endingIn(time, nanos.getAsLong());
            margin = Duration.ZERO;
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void keepTime(PlacedCommand command) {
        if (isOver) {
            // Cancelled, failed or taken back: the same as the end, with the grace.
            endWithin(graceWithoutServers());
        } else if (isStopped) {
            endWithin(limits.grace());
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
            endsByTermUntil = nanos.getAsLong() + limits.grace().toNanos();
            farewell.ask(command);
        }
        if (left <= 0) {
            stage = Stage.KILLED;
            command.send("KILL");
        }
    }
}
