package dev.berth.service.guard;

import dev.berth.service.site.Site;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Notices that a guard has fallen silent, which nobody reports by definition, and has it written to the log. */
public final class GuardWatch implements AutoCloseable {
    private static final long PAUSE = Duration.ofSeconds(1).toMillis();

    private final Site site;
    private final Sightings sightings;
    private final CountDownLatch closed = new CountDownLatch(1);

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
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
