package dev.berth.service.shelf;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Values by key that are kept in memory for a while, each of one owner.
 *
 * <p>Bounded for each owner and in all. An owner who has as much as one may have loses the oldest of their own. If all
 * together have too much, the owner with the most loses their oldest, and among equals the one who adds: nobody with a fair
 * share loses anything to another.
 *
 * <p>Every method takes logarithmic time, but for {@link #values}.
 */
public final class Shelf<O, K, V> {
    private final LongSupplier now;
    private final long lifetime;
    private final Bounds bounds;
    /** The oldest first. */
    private final SequencedMap<K, Entry<O, K, V>> byKey = new LinkedHashMap<>();

    private final Map<O, Owned<O, K, V>> byOwner = new HashMap<>();
    /** Owners of something, the one with the most last; of those with as much, the one with the oldest entry. */
    private final TreeSet<Owned<O, K, V>> byWeight =
            new TreeSet<>(Comparator.<Owned<O, K, V>>comparingLong(owned -> owned.weight)
                    .thenComparing(owned -> owned.oldest().number(), Comparator.reverseOrder()));

    private long weight;
    private long added;

    /**
     * Bounds of a shelf.
     *
     * @param mostEach number of values of one owner
     * @param weightEach weight of all values of one owner; a single value may be heavier
     * @param weightInAll weight of all values; a single value may be heavier
     */
    public record Bounds(int mostEach, long weightEach, long weightInAll) {
        /** Bounds of a shelf on which every value weighs the same. */
        public static Bounds ofCount(int mostEach, int mostInAll) {
            return new Bounds(mostEach, mostEach, mostInAll);
        }
    }

    private record Entry<O, K, V>(Owned<O, K, V> owned, V value, long weight, long since, long number) {}

    /** Everything of one owner. */
    private static final class Owned<O, K, V> {
        private final O owner;
        /** The oldest first. */
        private final SequencedMap<K, Entry<O, K, V>> entries = new LinkedHashMap<>();

        private long weight;

        Owned(O owner) {
            this.owner = owner;
        }

        Entry<O, K, V> oldest() {
            return Objects.requireNonNull(entries.firstEntry()).getValue();
        }
    }

    /**
     * An empty shelf.
     *
     * @param now the time, in any unit; it may overflow
     * @param lifetime how long a value is kept, in the same unit
     */
    public Shelf(LongSupplier now, long lifetime, Bounds bounds) {
        this.now = now;
        this.lifetime = lifetime;
        this.bounds = bounds;
    }

    public void put(O owner, K key, V value) {
        put(owner, key, value, 1);
    }

    /** Adds a value as the newest, in place of one of the same key. */
    public synchronized void put(O owner, K key, V value, long weight) {
        long time = now.getAsLong();
        remove(key);
        dropExpired(time);
        Owned<O, K, V> theirs = byOwner.getOrDefault(owner, new Owned<>(owner));
        while (!theirs.entries.isEmpty()
                && (theirs.entries.size() >= bounds.mostEach() || theirs.weight + weight > bounds.weightEach())) {
            dropOldest(theirs);
        }
        while (!byKey.isEmpty() && this.weight + weight > bounds.weightInAll()) {
            Owned<O, K, V> heaviest = byWeight.last();
            dropOldest(theirs.entries.isEmpty() || heaviest.weight > theirs.weight ? heaviest : theirs);
        }
        add(key, new Entry<>(theirs, value, weight, time, added++));
    }

    public synchronized Optional<V> get(K key) {
        return Optional.ofNullable(byKey.get(key))
                .filter(entry -> !isExpired(entry, now.getAsLong()))
                .map(Entry::value);
    }

    public synchronized void remove(K key) {
        Entry<O, K, V> entry = byKey.get(key);
        if (entry != null) {
            drop(key, entry);
        }
    }

    /** All values, the oldest first. */
    public synchronized List<V> values() {
        long time = now.getAsLong();
        return byKey.values().stream()
                .filter(entry -> !isExpired(entry, time))
                .map(Entry::value)
                .toList();
    }

    /** The number of values, expired ones included that nothing has replaced yet. */
    public synchronized int size() {
        return byKey.size();
    }

    private boolean isExpired(Entry<O, K, V> entry, long time) {
        return time - entry.since() >= lifetime;
    }

    private void dropExpired(long time) {
        while (!byKey.isEmpty()) {
            Map.Entry<K, Entry<O, K, V>> oldest = Objects.requireNonNull(byKey.firstEntry());
            if (!isExpired(oldest.getValue(), time)) {
                return;
            }
            drop(oldest.getKey(), oldest.getValue());
        }
    }

    private void dropOldest(Owned<O, K, V> owned) {
        Map.Entry<K, Entry<O, K, V>> oldest = Objects.requireNonNull(owned.entries.firstEntry());
        drop(oldest.getKey(), oldest.getValue());
    }

    private void add(K key, Entry<O, K, V> entry) {
        Owned<O, K, V> owned = entry.owned();
        if (!owned.entries.isEmpty()) {
            byWeight.remove(owned);
        }
        byOwner.put(owned.owner, owned);
        byKey.put(key, entry);
        owned.entries.put(key, entry);
        owned.weight += entry.weight();
        weight += entry.weight();
        byWeight.add(owned);
    }

    private void drop(K key, Entry<O, K, V> entry) {
        Owned<O, K, V> owned = entry.owned();
        byWeight.remove(owned);
        byKey.remove(key);
        owned.entries.remove(key);
        owned.weight -= entry.weight();
        weight -= entry.weight();
        if (owned.entries.isEmpty()) {
            byOwner.remove(owned.owner);
        } else {
            byWeight.add(owned);
        }
    }
}
