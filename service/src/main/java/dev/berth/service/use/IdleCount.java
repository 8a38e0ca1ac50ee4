package dev.berth.service.use;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Count of the time for which a reservation has been idle, without doubt. Each observer (a guard, a runner) has a series of readings, and
 * a server, or a piece of one, is idle for as long as one unbroken series says so. In use is what any observer says: it ends the count of all. A gap in
 * a series, an observer that falls silent, and a clock that goes back begin everything anew. Time that the clock has jumped ahead does
 * not count, because of each interval the lesser counts: that by the clock, or that by a timer that nobody can set.
 */
final class IdleCount<K> {
    private final Map<String, Series<K>> byObserver = new HashMap<>();

    /** @param idle for how long each was idle, in milliseconds; those that were in use or not looked at are missing */
    private record Series<K>(Map<K, Long> idle, long gap, long at, long timer) {
        /** Whether a reading now is near enough to count on. */
        boolean isContinuedAt(long now, long time) {
            return now >= at && time >= timer && now - at <= gap && time - timer <= gap;
        }
    }

    /**
     * Takes in a reading.
     *
     * @param seen whether each of what the observer has looked at is in use
     * @param gap the longest time from the reading of this observer before it
     * @param now by the clock
     * @param timer milliseconds that have passed since any fixed moment
     */
    void take(String observer, Map<K, Boolean> seen, long gap, long now, long timer) {
        expire(now, timer);
        @Nullable Series<K> before = byObserver.get(observer);
        long passed = before == null ? 0 : Math.min(now - before.at(), timer - before.timer());
        Map<K, Long> idle = new HashMap<>();
        for (Map.Entry<K, Boolean> each : seen.entrySet()) {
            if (each.getValue()) {
                byObserver.values().forEach(series -> series.idle().remove(each.getKey()));
            } else {
                Long known = before == null ? null : before.idle().get(each.getKey());
                idle.put(each.getKey(), known == null ? 0 : known + passed);
            }
        }
        byObserver.put(observer, new Series<>(idle, gap, now, timer));
    }

    /** Begins anew if an observer has fallen silent, or the clock has gone back: nobody knows what was used meanwhile. */
    private void expire(long now, long timer) {
        if (byObserver.values().stream().anyMatch(series -> !series.isContinuedAt(now, timer))) {
            byObserver.clear();
        }
    }

    /** For how long all of these have been idle, in milliseconds; -1 if one of them is in use, or not known. */
    long idleFor(Stream<K> some, long now, long timer) {
        expire(now, timer);
        return some.mapToLong(this::idleFor).min().orElse(-1);
    }

    /** Returns all that have been idle for this time. */
    Set<K> idle(long atLeast, long now, long timer) {
        expire(now, timer);
        return byObserver.values().stream()
                .flatMap(series -> series.idle().keySet().stream())
                .filter(each -> idleFor(each) >= atLeast)
                .collect(Collectors.toSet());
    }

    private long idleFor(K one) {
        return byObserver.values().stream()
                .mapToLong(series -> series.idle().getOrDefault(one, -1L))
                .max()
                .orElse(-1);
    }

    void clear() {
        byObserver.clear();
    }
}
