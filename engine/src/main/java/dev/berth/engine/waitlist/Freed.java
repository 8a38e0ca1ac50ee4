package dev.berth.engine.waitlist;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Time that has come free and was not offered to all that wait: in each pool one window around all of it.
 *
 * @param after number of the last entry that was looked at since
 */
public record Freed(Map<PoolId, Window> windows, long after) {
    public static final Freed NOTHING = new Freed(Map.of(), 0);

    public Freed {
        Map<PoolId, Window> byName = new TreeMap<>(Comparator.comparing(PoolId::name));
        byName.putAll(windows);
        windows = Collections.unmodifiableMap(byName);
    }

    public boolean isNothing() {
        return windows.isEmpty();
    }

    /** The same and more; the search begins again with the first that waits. */
    Freed with(PoolId pool, Window window) {
        Window known = windows.get(pool);
        if (known != null && after == 0 && known.start() <= window.start() && known.end() >= window.end()) {
            return this;
        }
        Map<PoolId, Window> more = new HashMap<>(windows);
        more.merge(
                pool,
                window,
                (one, other) -> new Window(Math.min(one.start(), other.start()), Math.max(one.end(), other.end())));
        return new Freed(more, 0);
    }

    Freed lookedTo(WaiterId waiter) {
        return isNothing() ? this : new Freed(windows, waiter.number());
    }
}
