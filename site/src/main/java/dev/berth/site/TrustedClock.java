package dev.berth.site;

import dev.berth.site.TimeSource.Reading;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of a site: what the machine's clock says for as long as that agrees with what has elapsed. When it jumps,
 * stands still or runs fast, time is stopped: what ends too early is lost for good, what ends late is not. Time goes on
 * when the clock is back, or when an operator says that it is right. It never goes back.
 */
public final class TrustedClock extends Clock {
    private static final Logger LOG = LoggerFactory.getLogger(TrustedClock.class);

    /**
     * A clock that is slightly fast or slow is followed, by one part in a thousand and every ten seconds: quartz is ten
     * times better, and time servers correct by half of that. A clock that runs faster uses up the tolerance.
     */
    private static final long FOLLOWED = 1_000;

    private static final long FOLLOW_EVERY = 10_000;

    private final TimeSource source;
    private final long tolerance;
    private final long longestAbsence;
    /** When {@code since} had elapsed it was not before {@code earliest} and not after {@code latest}. */
    private long earliest;

    private long latest;
    private long since;
    /** Whatever has elapsed, the clock is still wrong if it says more than this. */
    private long ceiling = Long.MAX_VALUE;

    private long time;
    /** Reading of the clock when it last jumped; null while time passes. */
    private @Nullable Reading jump;
    /** The least that the clock has said when it was ahead, since time was stopped. */
    private long leastAhead = Long.MAX_VALUE;
    /** Whether time has passed since the site was opened. */
    private boolean hasPassed;

    /** Begins with what the clock says now, whatever that is. */
    public TrustedClock(TimeSource source, ClockLimits limits) {
        this.source = source;
        this.tolerance = limits.tolerance().toMillis();
        this.longestAbsence = limits.longestAbsence().toMillis();
        believe(source.read());
    }

    /** Believes the clock whatever it says. */
    static TrustedClock following(Clock clock) {
        return new TrustedClock(TimeSource.following(clock), ClockLimits.NONE);
    }

    /** Time was stopped at {@code time}; if the clock was ahead, it said {@code wall} or more. */
    public record Doubt(long time, long wall) {}

    /**
     * Goes on from the time of a site that was opened: how long it was closed is not known, but it was not for less than
     * nothing, and hardly for longer than the longest absence.
     *
     * @param doubt that was not settled when the site was closed: a clock that was ahead then is still ahead if it says a
     *     later time now
     */
    synchronized void begin(long last, Optional<Doubt> doubt) {
        Reading now = source.read();
        since = now.elapsed();
        earliest = last;
        latest = last + longestAbsence;
        // Less by more than the tolerance, which is allowed for twice: what it said then and says now.
        doubt.filter(unsettled -> unsettled.wall() > unsettled.time())
                .ifPresent(ahead -> ceiling = ahead.wall() - 2 * tolerance - 1);
        time = last;
        hasPassed = false;
        look(now);
    }

    /** The time of the site. */
    @Override
    public synchronized long millis() {
        look(source.read());
        return time;
    }

    /** Milliseconds since some moment that stays the same while this process runs; nobody can set them. */
    public long elapsed() {
        return source.read().elapsed();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /**
     * The latest that it may be now, for what must not stay open because time is stopped: goes on with what elapses, and
     * if time was stopped from the start, it is what the clock says.
     */
    public synchronized long latest() {
        Reading now = source.read();
        look(now);
        if (jump == null) {
            return time;
        }
        return Math.max(time, hasPassed ? expected(latest, now) : now.wall());
    }

    public synchronized ClockState state() {
        Reading now = source.read();
        look(now);
        return state(now);
    }

    /** Doubt about the clock; empty while time passes. */
    synchronized Optional<Doubt> doubt() {
        return jump == null
                ? Optional.empty()
                : Optional.of(new Doubt(time, leastAhead == Long.MAX_VALUE ? time : leastAhead));
    }

    /** Whether the clock has said this since it last jumped. */
    public synchronized boolean hasSaid(long seen) {
        Reading now = source.read();
        look(now);
        long from = jump == null ? earliest : jump.wall();
        return seen >= from - tolerance && seen <= now.wall() + tolerance;
    }

    /**
     * An operator says that the clock is right.
     *
     * @param seen what they saw it say; if it has jumped since, that was another jump
     * @return whether time passes now
     */
    public synchronized boolean accept(long seen) {
        Reading now = source.read();
        look(now);
        if (jump != null && hasSaid(seen)) {
            believe(now);
        }
        return jump == null;
    }

    private void look(Reading now) {
        if (Math.abs(drift(now)) > tolerance) {
            stop(now);
            return;
        }
        long elapsed = now.elapsed() - since;
        if (!hasPassed) {
            believe(now);
        } else if (elapsed >= FOLLOW_EVERY) {
            long most = elapsed / FOLLOWED;
            earliest += elapsed + Math.clamp(drift(now), -most, most);
            latest = earliest;
            since = now.elapsed();
        }
        goOn(now);
    }

    private void stop(Reading now) {
        Reading before = jump;
        if (before == null || Math.abs(now.wall() - before.wall() - (now.elapsed() - before.elapsed())) > tolerance) {
            jump = now;
            if (drift(now) > 0) {
                leastAhead = Math.min(leastAhead, now.wall());
            }
        }
        if (before == null) {
            LOG.error("{}", state(now).explanation());
        }
    }

    /** Reckons from what the clock says now. A clock that is back is not believed again: it may be a little off each time. */
    private void believe(Reading now) {
        earliest = now.wall();
        latest = now.wall();
        since = now.elapsed();
        ceiling = Long.MAX_VALUE;
        hasPassed = true;
        goOn(now);
    }

    private void goOn(Reading now) {
        time = Math.max(time, now.wall());
        if (jump != null) {
            jump = null;
            leastAhead = Long.MAX_VALUE;
            LOG.atInfo()
                    .addKeyValue("from", Instant.ofEpochMilli(time))
                    .log("The clock is believed: time passes again");
        }
    }

    /** How far the clock is beyond what it may say. */
    private long drift(Reading now) {
        long least = expected(earliest, now);
        return now.wall() - Math.clamp(now.wall(), least, Math.max(least, Math.min(expected(latest, now), ceiling)));
    }

    private long expected(long then, Reading now) {
        return then + (now.elapsed() - since);
    }

    private ClockState state(Reading now) {
        return new ClockState(
                jump != null,
                !hasPassed,
                time,
                now.wall(),
                hasPassed ? now.wall() - drift(now) : expected(earliest, now));
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("the clock of a site is in UTC");
    }
}
