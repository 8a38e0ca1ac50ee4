package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The latest of what users leave behind, by ascending number, up to a weight in all. When that is too much, the oldest
 * of the user with the most go: one user cannot push out what others left.
 */
public final class Latest<T> {
    private final long most;
    private final TreeMap<Long, Item<T>> byNumber = new TreeMap<>();
    private final Map<String, OwnNumbers> byUser = new HashMap<>();
    private final Shares weights = new Shares();

    private final Watcher<T> watcher;

    private record Item<T>(String user, long weight, T thing) {}

    /** Is told of whatever comes and goes, for an index of its own. */
    interface Watcher<T> {
        void added(long number, T thing);

        void removed(long number, T thing);
    }

    public Latest(long most) {
        this(most, new Watcher<>() {
            @Override
            public void added(long number, T thing) {}

            @Override
            public void removed(long number, T thing) {}
        });
    }

    Latest(long most, Watcher<T> watcher) {
        this.most = most;
        this.watcher = watcher;
    }

    public Undo add(long number, String user, long weight, T thing) {
        UndoLog undo = new UndoLog();
        undo.add(put(number, new Item<>(user, weight, thing)));
        while (weights.total() > most && byNumber.size() > 1) {
            OwnNumbers own = byUser.get(weights.largest());
            if (own == null) {
                throw new IllegalStateException("the user with the largest share has no entries");
            }
            undo.add(remove(own.first()));
        }
        return undo;
    }

    private Undo put(long number, Item<T> item) {
        byNumber.put(number, item);
        byUser.computeIfAbsent(item.user, name -> new OwnNumbers()).add(number);
        weights.add(item.user, item.weight);
        watcher.added(number, item.thing);
        return () -> {
            Undo unused = remove(number);
        };
    }

    public Undo remove(long number) {
        Item<T> item = byNumber.remove(number);
        if (item == null) {
            return () -> {};
        }
        byUser.computeIfPresent(item.user, (name, own) -> {
            own.remove(number);
            return own.isEmpty() ? null : own;
        });
        weights.add(item.user, -item.weight);
        watcher.removed(number, item.thing);
        return () -> {
            Undo unused = put(number, item);
        };
    }

    public Optional<T> get(long number) {
        return Optional.ofNullable(byNumber.get(number)).map(Item::thing);
    }

    /** Items with lower numbers, the latest first. */
    public Stream<T> before(long number) {
        return byNumber.headMap(number, false).descendingMap().values().stream().map(Item::thing);
    }

    /** The oldest first. */
    public Stream<T> all() {
        return byNumber.values().stream().map(Item::thing);
    }

    public void clear() {
        byNumber.clear();
        byUser.clear();
        weights.clear();
    }
}
