package dev.berth.service.http;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.site.Committed;
import dev.berth.service.site.View;
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
final class History {
    static final long STEP = Duration.ofMinutes(5).toMillis();

    private static final long KEPT = Duration.ofDays(31).toMillis();

    private final long since;
    private final TreeMap<Long, Step> steps = new TreeMap<>();
    private final TreeMap<Long, Long> capacity = new TreeMap<>();
    private final Map<ReservationId, Window> windows = new HashMap<>();
    private final Map<ReservationId, Integer> running = new HashMap<>();

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
    record Stretch(long from, long busy, long servers, Map<String, Integer> refusals) {}

    /** From now on; what runs already counts from now. */
    History(View view) {
        since = view.now();
        capacity.put(since, view.pools().stream().mapToLong(Pool::servers).sum());
        for (Reservation each : view.reservations()) {
            windows.put(each.id(), each.window());
            if (each.isRunning()) {
                running.put(each.id(), each.placement().count());
            }
        }
    }

    long since() {
        return since;
    }

    synchronized void committed(Committed committed) {
        long time = committed.time();
        for (Event event : committed.events()) {
            switch (event) {
                case Event.Reserved e -> placed(e.reservation());
                case Event.Held e -> placed(e.reservation());
                case Event.Changed e -> placed(e.reservation());
                case Event.Recovered e -> placed(e.reservation());
                case Event.Moved e ->
                    e.reservations().forEach(each -> {
                        ended(each.id(), time);
                        placed(each);
                    });
                case Event.Started e -> running.put(e.reservation(), e.servers().size());
                case Event.Closed e -> ended(e.reservation(), time);
                case Event.Degraded e -> ended(e.reservation().id(), time);
                case Event.PoolAdded e -> grown(time, e.pool().servers());
                case Event.ServersAdded e -> grown(time, e.count());
                default -> {}
            }
        }
    }

    private void placed(Reservation reservation) {
        windows.put(reservation.id(), reservation.window());
    }

    synchronized void refused(String reason, long time) {
        step(time).refusals.merge(reason, 1, Integer::sum);
    }

    private void grown(long time, int servers) {
        capacity.put(time, capacity.lastEntry().getValue() + servers);
    }

    private void ended(ReservationId id, long time) {
        Window window = windows.remove(id);
        Integer servers = running.remove(id);
        if (window == null || servers == null) {
            return;
        }
        long end = Math.min(time, window.end());
        for (long at = Math.max(since, window.start()); at < end; ) {
            long next = Math.min(end, at - at % STEP + STEP);
            step(at).busy += servers * (next - at);
            at = next;
        }
    }

    private Step step(long time) {
        steps.headMap(time - KEPT).clear();
        return steps.computeIfAbsent(time - time % STEP, start -> new Step());
    }

    /** What was from a time to another, in stretches of a length; all three are whole numbers of steps. */
    synchronized List<Stretch> between(long from, long to, long length, long now) {
        List<Stretch> stretches = new ArrayList<>();
        for (long start = from; start < to; start += length) {
            long end = Math.min(start + length, now);
            Map<String, Integer> refusals = new TreeMap<>();
            long busy = 0;
            for (Step step : steps.subMap(start, start + length).values()) {
                busy += step.busy;
                step.refusals.forEach((reason, count) -> refusals.merge(reason, count, Integer::sum));
            }
            for (Map.Entry<ReservationId, Integer> run : running.entrySet()) {
                busy += run.getValue() * soFar(run.getKey(), start, end);
            }
            stretches.add(new Stretch(start, busy, available(Math.max(start, since), end), refusals));
        }
        return stretches;
    }

    private long soFar(ReservationId id, long start, long end) {
        Window window = Checks.present(windows.get(id));
        return Math.max(0, Math.min(end, window.end()) - Math.max(start, Math.max(since, window.start())));
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
