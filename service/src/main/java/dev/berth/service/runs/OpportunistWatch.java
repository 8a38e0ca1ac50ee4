package dev.berth.service.runs;

import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.site.SiteStopped;
import dev.berth.site.View;
import dev.berth.words.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets go of opportunistic jobs that have servers and whose runner has been silent for too long. Where several fall silent
 * together, nothing is done, as it is likelier that they cannot be heard: reservations get their servers in any case.
 */
public final class OpportunistWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpportunistWatch.class);
    private static final long PAUSE_MILLIS = 1_000;
    /** Whoever did not look for longer was asleep, or the clock has jumped; nobody could have been heard. */
    private static final long ASLEEP = Duration.ofMinutes(1).toMillis();

    private final Site site;
    private final OpportunistBeats beats;
    private final SilenceLimits limits;
    private long looked;
    private volatile boolean closed;

    OpportunistWatch(Site site, OpportunistBeats beats, SilenceLimits limits) {
        this.site = site;
        this.beats = beats;
        this.limits = limits;
        this.looked = site.clock().millis();
    }

    /** Begins to watch. */
    public static OpportunistWatch start(Site site, OpportunistBeats beats, SilenceLimits limits) {
        beats.countAnew(site.clock().millis());
        OpportunistWatch watch = new OpportunistWatch(site, beats, limits);
        Thread.ofPlatform().daemon().name("berth-opportunists").start(watch::watch);
        return watch;
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            try {
                look(site.clock().millis());
            } catch (SiteStopped e) {
                // Another instance leads, or the site is loaded again: this watch is over.
                return;
            }
        }
    }

    /** Lets go of all that are silent for too long by now. */
    void look(long now) {
        if (now - looked > Math.clamp(limits.least() / 2, PAUSE_MILLIS, ASLEEP)) {
            beats.countAnew(now);
        }
        looked = now;
        beats.keep(site.read(OpportunistWatch::open));
        List<Stint> running = site.read(view -> List.copyOf(view.runningOpportunists()));
        List<Stint> silent = running.stream()
                .filter(stint ->
                        !limits.isNever(stint.pool()) && now - beats.lastHeard(stint) > limits.of(stint.pool()))
                .toList();
        if (!Coincidence.isUnlikely(silent.size(), running.size())) {
            silent.stream().filter(stint -> !closed).forEach(stint -> letGo(stint, now));
        }
    }

    private static Set<OpportunistId> open(View view) {
        return Stream.concat(
                        view.queuedOpportunists().stream().map(Opportunist::id),
                        view.runningOpportunists().stream().map(Stint::id))
                .collect(Collectors.toSet());
    }

    private void letGo(Stint stint, long now) {
        String silence = Spans.text(Duration.ofMillis(now - beats.lastHeard(stint)));
        try {
            site.write(Actor.SITE, transaction -> {
                        boolean runs = OpportunistOrders.running(transaction.view(), stint.id())
                                .filter(stint::equals)
                                .isPresent();
                        if (runs) {
                            OpportunistOrders.letGo(transaction, stint.id(), "its runner was silent for " + silence);
                        }
                        return runs;
                    })
                    .join();
        } catch (CompletionException e) {
            LOG.atWarn()
                    .addKeyValue("opportunist", stint.id())
                    .setCause(e.getCause())
                    .log("Opportunistic job of a silent runner not let go; trying again");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
