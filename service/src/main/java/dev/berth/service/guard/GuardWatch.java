package dev.berth.service.guard;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.site.View;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that a guard has fallen silent, which nobody reports by definition, and has it written to the log; and tells the book
 * which servers are in use without a reservation.
 */
public final class GuardWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GuardWatch.class);
    private static final long PAUSE = Duration.ofSeconds(1).toMillis();

    private final Site site;
    private final Sightings sightings;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Whether the latest try to tell the book failed; told once. */
    private boolean isFailing;

    private GuardWatch(Site site, Sightings sightings) {
        this.site = site;
        this.sightings = sightings;
    }

    public static GuardWatch start(Site site, Sightings sightings) {
        GuardWatch watch = new GuardWatch(site, sightings);
        Thread.ofVirtual().name("berth-guards").start(watch::work);
        return watch;
    }

    private void work() {
        try {
            while (!closed.await(PAUSE, TimeUnit.MILLISECONDS)) {
                if (site.isFollowing()) {
                    // Guards report to the leader.
                    sightings.forget();
                } else {
                    sightings.look(site.clock().millis());
                    handOutLast();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the book hand out last what somebody uses without a reservation, for as long as that is seen. */
    void handOutLast() {
        try {
            Map<PoolId, ServerSet> changed = site.read(this::changed);
            if (!changed.isEmpty()) {
                site.write(Actor.SITE, transaction -> {
                            changed.forEach((pool, servers) -> transaction.submit(new Command.Shun(pool, servers)));
                            return true;
                        })
                        .join();
            }
            isFailing = false;
        } catch (RuntimeException e) {
            // Such as a full disk, or another instance that leads now. The next look tries again.
            if (!isFailing) {
                LOG.atWarn()
                        .addKeyValue("why", String.valueOf(e.getMessage()))
                        .log("Cannot tell the book which servers are in use without a reservation");
            }
            isFailing = true;
        }
    }

    private Map<PoolId, ServerSet> changed(View view) {
        Map<PoolId, ServerSet> changed = new LinkedHashMap<>();
        for (Pool pool : view.pools()) {
            ServerSet used = sightings.used(view, pool.id());
            if (!used.equals(view.shunned(pool.id()))) {
                changed.put(pool.id(), used);
            }
        }
        return changed;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
