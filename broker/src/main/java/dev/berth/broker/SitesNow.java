package dev.berth.broker;

import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.Reach;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.SiteCalls.Look;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sites and their pools now, as each user sees them. A site is asked at most every five seconds for one user, and for few users
 * at once; if it does not answer, only the first who look wait for it, and not for long.
 */
final class SitesNow {
    private static final Logger LOG = LoggerFactory.getLogger(SitesNow.class);
    private static final long FRESH = Duration.ofSeconds(5).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_USERS = 200;
    /** Requests that may wait for one site: most of what it is asked are deals. */
    private static final int AT_ONCE = 32;

    private final SiteCalls calls;
    private final Reach reach;
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();
    private final Map<String, List<OneSite>> byUser = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<OneSite>> eldest) {
            return size() > MOST_USERS;
        }
    };

    SitesNow(SiteCalls calls, Reach reach) {
        this.calls = calls;
        this.reach = reach;
    }

    /** All sites, in the order of the settings. */
    List<SiteNow> of(String user) {
        List<OneSite> sites = sites(user);
        long end = System.nanoTime() + PATIENCE.toNanos();
        sites.stream().map(OneSite::renewed).toList().forEach(look -> await(look, end));
        return sites.stream().map(OneSite::now).toList();
    }

    private static void await(CompletableFuture<Boolean> look, long end) {
        try {
            look.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("a site has not answered yet", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<OneSite> sites(String user) {
        synchronized (byUser) {
            return byUser.computeIfAbsent(
                    user,
                    key -> reach.sites().stream()
                            .map(site -> new OneSite(user, site))
                            .toList());
        }
    }

    /** State of one site as one user sees it. */
    private final class OneSite {
        private final String user;
        private final String site;
        private CompletableFuture<Boolean> look = CompletableFuture.completedFuture(true);
        private @Nullable Look last;
        private long asked;

        OneSite(String user, String site) {
            this.user = user;
            this.site = site;
        }

        /** Asks anew if it is time; done when there is something to wait for no longer. */
        synchronized CompletableFuture<Boolean> renewed() {
            if (look.isDone() && (last == null || System.nanoTime() - asked >= FRESH)) {
                ask();
            }
            // Nobody waits a second time for a site that has not answered.
            return last instanceof Look.Missing ? CompletableFuture.completedFuture(true) : look;
        }

        private void ask() {
            Semaphore free = places.computeIfAbsent(site, key -> new Semaphore(AT_ONCE));
            if (!free.tryAcquire()) {
                return;
            }
            asked = System.nanoTime();
            CompletableFuture<Boolean> next = new CompletableFuture<>();
            look = next;
            Thread.ofVirtual().name("berth-sites-now").start(() -> {
                try {
                    seen(calls.pools(site, user));
                } finally {
                    free.release();
                    next.complete(true);
                }
            });
        }

        private synchronized void seen(Look what) {
            last = what;
        }

        synchronized SiteNow now() {
            Optional<Reach.State> state = reach.of(site);
            return switch (last) {
                case Look.Seen seen -> new SiteNow(site, state, seen.pools(), Optional.empty());
                case Look.Missing missing -> new SiteNow(site, state, List.of(), Optional.of(reason(missing)));
                case null ->
                    new SiteNow(
                            site,
                            state,
                            List.of(),
                            Optional.of(reason(new Look.Missing("no-answer", "it has not answered yet"))));
            };
        }

        private Reason reason(Look.Missing missing) {
            boolean wasAsked = !missing.code().equals("no-token");
            return wasAsked
                    ? Reason.unusable(site, missing.code(), missing.why())
                    : new Reason(site, missing.code(), missing.why());
        }
    }
}
