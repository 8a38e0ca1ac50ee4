package dev.berth.service.runs;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.settings.SilenceLimits;
import dev.berth.service.site.Site;
import dev.berth.service.words.Spans;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back the servers of runs whose runner has been silent for too long: it has died, or its machine has. */
public final class SilenceWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);
    private static final String ACTOR = "site";
    private static final long PAUSE_MILLIS = 1_000;
    /** Whoever did not look for longer was asleep, and could not have heard anybody. */
    private static final long ASLEEP = Duration.ofMinutes(1).toMillis();

    private final Site site;
    private final Beats beats;
    private final SilenceLimits limits;
    private final Predicate<ReservationId> inUse;
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
        if (now - looked > ASLEEP) {
            beats.countAnew(now);
        }
        looked = now;
        beats.notSince(now - limits.least()).forEach(pulse -> {
            if (!closed) {
                consider(pulse, now);
            }
        });
    }

    private void consider(Beats.Pulse pulse, long now) {
        ReservationId id = new ReservationId(pulse.reservation());
        Optional<PoolId> pool = site.read(view -> Bookings.find(view, id)
                .map(reservation -> reservation.placement().pool()));
        if (pool.isEmpty() || now - pulse.heard() <= limits.of(pool.get()) || inUse.test(id)) {
            return;
        }
        try {
            site.write(ACTOR, transaction -> {
                        boolean runs = Bookings.find(transaction.view(), id)
                                .filter(Reservation::isRunning)
                                .isPresent();
                        if (runs && beats.isStill(pulse)) {
                            Changes.noShow(
                                    transaction,
                                    id,
                                    "its runner was silent for " + Spans.text(Duration.ofMillis(now - pulse.heard())));
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
