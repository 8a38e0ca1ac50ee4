package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait until something happens to one reservation, or on the site. A change wakes only those that follow what it is
 * about, so ten thousand may wait and cost nothing.
 */
public final class Followers implements AutoCloseable {
    private final Map<ReservationId, Set<CountDownLatch>> waiting = new ConcurrentHashMap<>();
    private final Set<CountDownLatch> ofAll = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Followers() {}

    /** Followers of reservations of a site, woken by its changes from now on. */
    public static Followers of(Site site) {
        Followers followers = new Followers();
        site.listen(followers::committed);
        return followers;
    }

    /** Called in the writer's thread. */
    void committed(Committed committed) {
        if (!committed.events().isEmpty()) {
            ofAll.forEach(CountDownLatch::countDown);
        }
        if (waiting.isEmpty()) {
            return;
        }
        for (Event event : committed.events()) {
            subjects(event).forEach(this::wake);
        }
    }

    private void wake(ReservationId id) {
        Set<CountDownLatch> followers = waiting.get(id);
        if (followers != null) {
            followers.forEach(CountDownLatch::countDown);
        }
    }

    private static List<ReservationId> subjects(Event event) {
        return switch (event) {
            case Event.Reserved reserved -> List.of(reserved.reservation().id());
            case Event.Held held -> List.of(held.reservation().id());
            case Event.Confirmed confirmed -> List.of(confirmed.reservation());
            case Event.Moved moved ->
                moved.reservations().stream().map(Reservation::id).toList();
            case Event.StartsEarly early -> List.of(early.reservation().id());
            case Event.Changed changed -> List.of(changed.reservation().id());
            case Event.Bound bound -> List.of(bound.reservation());
            case Event.Started started -> List.of(started.reservation());
            case Event.Closed closed -> List.of(closed.reservation());
            case Event.Degraded degraded -> List.of(degraded.reservation().id());
            case Event.Recovered recovered -> List.of(recovered.reservation().id());
            case Event.PoolAdded e -> List.of();
            case Event.ServersAdded e -> List.of();
            case Event.RoundsSet e -> List.of();
            case Event.LicencesSet e -> List.of();
            case Event.PolicySet e -> List.of();
            case Event.Queued e -> List.of();
            case Event.Deferred e -> List.of();
            case Event.TurnedAway e -> List.of();
            case Event.TariffSet e -> List.of();
            case Event.Renamed e -> List.of();
            case Event.Repacked e -> List.of();
            case Event.Shunned e -> List.of();
            case Event.OutagePlanned e -> List.of();
            case Event.OutageEnded e -> List.of();
            case Event.TimeAdvanced e -> List.of();
            case Event.Opportunistic e -> List.of();
            case Event.Waitlist e -> List.of();
        };
    }

    /** Follows a reservation from now on: a change from here on is not missed. */
    public Follower follow(ReservationId id) {
        return new Follower(id);
    }

    /** Follows all events of the site from now on. */
    public Follower followAll() {
        return new Follower(null);
    }

    /** Whether nothing more will be told. */
    public boolean isClosed() {
        return closed;
    }

    /** Wakes all: nothing more will be told. */
    @Override
    public void close() {
        closed = true;
        ofAll.forEach(CountDownLatch::countDown);
        waiting.keySet().forEach(this::wake);
    }

    /** One caller that waits. */
    public final class Follower implements AutoCloseable {
        private final @Nullable ReservationId id;
        private final CountDownLatch news = new CountDownLatch(1);

        /** @param id null for the whole site */
        private Follower(@Nullable ReservationId id) {
            this.id = id;
            if (id == null) {
                ofAll.add(news);
            } else {
                waiting.compute(id, (key, all) -> {
                    Set<CountDownLatch> followers = all == null ? ConcurrentHashMap.newKeySet() : all;
                    followers.add(news);
                    return followers;
                });
            }
            if (closed) {
                news.countDown();
            }
        }

        /** Waits for the next change, at most this long. */
        public void await(long nanos) {
            try {
                // Both ends of the wait mean the same to the caller: look again.
                boolean ignored = news.await(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            if (id == null) {
                ofAll.remove(news);
                return;
            }
            waiting.computeIfPresent(id, (key, all) -> {
                all.remove(news);
                return all.isEmpty() ? null : all;
            });
        }
    }
}
