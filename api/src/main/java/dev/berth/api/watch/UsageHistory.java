package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.site.Committed;
import dev.berth.site.PartTime;
import dev.berth.site.Past;
import dev.berth.site.Site;
import dev.berth.site.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How busy the servers were and what was refused, in steps of five minutes, for a month. Kept in memory only: it begins
 * when the service starts, and says so.
 */
public final class UsageHistory {
    public static final long STEP = Duration.ofMinutes(5).toMillis();

    private static final long KEPT = Duration.ofDays(31).toMillis();

    private final long since;
    private final TreeMap<Long, Step> steps = new TreeMap<>();
    private final TreeMap<Long, Long> capacity = new TreeMap<>();
    private final Site site;
    private final Map<ReservationId, Run> running = new HashMap<>();

    /** Servers that a running reservation uses, the share that it has of each in millionths, and its window. */
    private record Run(int servers, int share, Window window) {
        long within(long start, long end) {
            return PartTime.shared(
                    servers * Math.max(0, Math.min(end, window.end()) - Math.max(start, window.start())), share);
        }
    }

    /** A reservation that runs, and the share that it has of each server. */
    private record Started(Reservation reservation, int share) {
        static Started of(View view, Reservation reservation) {
            return new Started(
                    reservation,
                    PartTime.of(view)
                            .share(
                                    reservation.placement().taken().slice(),
                                    reservation.placement().pool()));
        }
    }

    /** Five minutes. */
    private static final class Step {
        private long busy;
        private final Map<String, Integer> refusals = new TreeMap<>();
    }

    /**
     * A stretch of time.
     *
     * @param busy servers times milliseconds, as is {@code servers}: all there were
     * @param refusals how many by reason
     */
    public record Stretch(long from, long busy, long servers, Map<String, Integer> refusals) {}

    /** From now on; what runs already counts from now. */
    public UsageHistory(Site site) {
        this.site = site;
        this.since = site.read(View::now);
        site.read(view -> {
            capacity.put(since, view.pools().stream().mapToLong(Pool::servers).sum());
            view.reservations().stream()
                    .filter(Reservation::isRunning)
                    .map(each -> Started.of(view, each))
                    .forEach(this::runs);
            return true;
        });
    }

    private void runs(Started started) {
        Reservation reservation = started.reservation();
        running.put(reservation.id(), new Run(reservation.placement().count(), started.share(), reservation.window()));
    }

    public long since() {
        return since;
    }

    public void committed(Committed committed) {
        // Before the monitor is taken: who has the site's lock may wait for it.
        count(committed, started(committed.events()));
    }

    /** Only what starts is looked up: to follow where a million reservations that wait are would cost as many entries. */
    private List<Started> started(List<Event> events) {
        List<ReservationId> ids = events.stream()
                .filter(Event.Started.class::isInstance)
                .map(event -> ((Event.Started) event).reservation())
                .toList();
        return ids.isEmpty()
                ? List.of()
                : site.read(view -> ids.stream()
                        .flatMap(id ->
                                view.reservation(id).or(() -> view.past(id).map(Past::reservation)).stream())
                        .map(each -> Started.of(view, each))
                        .toList());
    }

    private synchronized void count(Committed committed, List<Started> started) {
        long time = committed.time();
        started.forEach(this::runs);
        for (Event event : committed.events()) {
            switch (event) {
                case Event.Changed e ->
                    running.computeIfPresent(
                            e.reservation().id(),
                            (id, run) -> new Run(
                                    run.servers(), run.share(), e.reservation().window()));
                case Event.Moved e -> e.reservations().forEach(each -> ended(each.id(), time));
                case Event.Closed e -> ended(e.reservation(), time);
                case Event.Degraded e -> ended(e.reservation().id(), time);
                case Event.PoolAdded e -> grown(time, e.pool().servers());
                case Event.ServersAdded e -> grown(time, e.count());
                case Event.Reserved e -> {}
                case Event.RoundsSet e -> {}
                case Event.LicencesSet e -> {}
                case Event.PolicySet e -> {}
                case Event.Queued e -> {}
                case Event.Deferred e -> {}
                case Event.TurnedAway e -> {}
                case Event.Held e -> {}
                case Event.Confirmed e -> {}
                case Event.StartsEarly e -> {}
                case Event.TariffSet e -> {}
                case Event.Renamed e -> {}
                case Event.Repacked e -> {}
                case Event.Bound e -> {}
                case Event.Shunned e -> {}
                case Event.Started e -> {}
                case Event.OutagePlanned e -> {}
                case Event.OutageEnded e -> {}
                case Event.TimeAdvanced e -> {}
                case Event.Recovered e -> {}
                case Event.Opportunistic e -> {}
                case Event.Waitlist e -> {}
            }
        }
    }

    public synchronized void refused(String reason, long time) {
        step(time).refusals.merge(reason, 1, Integer::sum);
    }

    private void grown(long time, int servers) {
        capacity.put(time, capacity.lastEntry().getValue() + servers);
    }

    private void ended(ReservationId id, long time) {
        Run run = running.remove(id);
        if (run == null) {
            return;
        }
        long end = Math.min(time, run.window().end());
        for (long at = Math.max(since, run.window().start()); at < end; ) {
            long next = Math.min(end, at - at % STEP + STEP);
            step(at).busy += run.within(at, next);
            at = next;
        }
    }

    private Step step(long time) {
        steps.headMap(time - KEPT).clear();
        return steps.computeIfAbsent(time - time % STEP, start -> new Step());
    }

    /** Usage from a time to another, in stretches of a length; all three must be whole numbers of steps. */
    public synchronized List<Stretch> between(long from, long to, long length, long now) {
        List<Stretch> stretches = new ArrayList<>();
        for (long start = from; start < to; start += length) {
            long end = Math.min(start + length, now);
            Map<String, Integer> refusals = new TreeMap<>();
            long busy = 0;
            for (Step step : steps.subMap(start, start + length).values()) {
                busy += step.busy;
                step.refusals.forEach((reason, count) -> refusals.merge(reason, count, Integer::sum));
            }
            for (Run run : running.values()) {
                busy += run.within(Math.max(start, since), end);
            }
            stretches.add(new Stretch(start, busy, available(Math.max(start, since), end), refusals));
        }
        return stretches;
    }

    private long available(long from, long to) {
        long sum = 0;
        for (long at = from; at < to; ) {
            Long change = capacity.higherKey(at);
            long next = change == null ? to : Math.min(to, change);
            sum += capacity.floorEntry(at).getValue() * (next - at);
            at = next;
        }
        return sum;
    }
}
