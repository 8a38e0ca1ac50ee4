package dev.berth.service.runs;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.notice.PauseNotices;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.words.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back the servers of runs whose runner has been silent for too long: it has died, or its machine has. Where several are silent
 * together, it is likelier that the network or this service was away, and that their commands still run: see {@link SilenceBrake}.
 */
public final class SilenceWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);
    private static final long PAUSE_MILLIS = 1_000;
    /** Whoever did not look for longer was asleep, or the clock has jumped; nobody could have been heard. */
    private static final long ASLEEP = Duration.ofMinutes(1).toMillis();

    /** The same where runners may be silent for seconds only; a busy machine may miss some looks. */
    private static final long DOZING = Duration.ofSeconds(5).toMillis();

    /** Number of missed beats in a row after which a runner is silent. */
    private static final int MISSED = 4;

    private final Site site;
    private final Beats beats;
    private final SilenceLimits limits;
    private final Predicate<ReservationId> inUse;
    private final SilenceBrake brake = new SilenceBrake();
    private long looked;
    private volatile boolean closed;

    SilenceWatch(Site site, Beats beats, SilenceLimits limits, Predicate<ReservationId> inUse) {
        this.site = site;
        this.beats = beats;
        this.limits = limits;
        this.inUse = inUse;
        this.looked = site.clock().millis();
    }

    /**
     * Begins to watch.
     *
     * @param inUse whether something else knows that the servers of a reservation are in use: a job of Slurm outlives its runner
     */
    public static SilenceWatch start(Site site, Beats beats, SilenceLimits limits, Predicate<ReservationId> inUse) {
        SilenceWatch watch = new SilenceWatch(site, beats, limits, inUse);
        Thread.ofPlatform().daemon().name("berth-silence").start(watch::watch);
        return watch;
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            look(site.clock().millis());
        }
    }

    /** Closes what is silent for too long by now. */
    void look(long now) {
        if (now - looked > Math.clamp(limits.least() / 2, DOZING, ASLEEP)) {
            beats.countAnew(now);
        }
        looked = now;
        List<SilenceBrake.Silent> silent = silent(now);
        if (brake.look(silent, beats.running(), now)) {
            // Those that are still silent may be heard in a moment, as the others were.
            silent.forEach(each -> beats.countAnew(each.pulse(), now));
            return;
        }
        if (brake.engaged().isEmpty()) {
            silent.stream()
                    .filter(each -> each.isDue() && !closed)
                    .forEach(each -> giveBack(each.id(), each.pulse(), now));
        }
    }

    /** The runs that are silent together, while nothing is given back for that; empty if the brake is off. */
    public Optional<HeldBack> heldBack() {
        return brake.engaged();
    }

    private List<SilenceBrake.Silent> silent(long now) {
        return beats.notSince(now - MISSED * limits.leastBeat()).stream()
                .flatMap(pulse -> silent(pulse, now).stream())
                .toList();
    }

    private Optional<SilenceBrake.Silent> silent(Beats.Pulse pulse, long now) {
        ReservationId id = new ReservationId(pulse.reservation());
        long silence = now - pulse.heard();
        return site.read(view -> Bookings.find(view, id)
                        .map(reservation -> reservation.placement().pool()))
                .filter(pool -> !limits.isNever(pool) && silence > MISSED * limits.beat(pool) && !inUse.test(id))
                .map(pool -> new SilenceBrake.Silent(pulse, silence > limits.of(pool)));
    }

    private void giveBack(ReservationId id, Beats.Pulse pulse, long now) {
        try {
            site.write(Actor.SITE, transaction -> {
                        boolean runs = Bookings.find(transaction.view(), id)
                                .filter(Reservation::isRunning)
                                .isPresent();
                        if (runs && beats.isStill(pulse)) {
                            Reservation given = Changes.abandoned(
                                    transaction,
                                    id,
                                    "its runner was silent for " + Spans.text(Duration.ofMillis(now - pulse.heard())));
                            new PauseNotices(transaction).silent(given, pulse.heard());
                        }
                        return runs;
                    })
                    .join();
        } catch (CompletionException e) {
            // It is tried again; until then its servers stay reserved.
            LOG.atWarn()
                    .addKeyValue("reservation", id)
                    .setCause(e.getCause())
                    .log("Servers of a silent runner not given back; trying again");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
