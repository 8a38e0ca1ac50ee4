package dev.berth.site;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Things that are over and kept only to be looked up: up to a weight for each user and in all. The oldest of the user who has
 * too much, or most, go first.
 */
public final class PastRecords {
    private final long ofOne;
    private final long inAll;
    private final Map<String, TreeMap<Long, Long>> weights = new HashMap<>();
    private final Shares shares = new Shares();

    public PastRecords(long ofOne, long inAll) {
        this.ofOne = ofOne;
        this.inAll = inAll;
    }

    void add(String user, long number, long weight) {
        weights.computeIfAbsent(user, name -> new TreeMap<>()).put(number, weight);
        shares.add(user, weight);
    }

    void remove(String user, long number) {
        TreeMap<Long, Long> own = weights.get(user);
        Long weight = own == null ? null : own.remove(number);
        if (own != null && weight != null) {
            shares.add(user, -weight);
            if (own.isEmpty()) {
                weights.remove(user);
            }
        }
    }

    /** Number of the next thing to remove, now that a user may have more than before; empty if no limit is exceeded. */
    OptionalLong excess(String user) {
        if (shares.of(user) > ofOne) {
            return OptionalLong.of(oldest(user));
        }
        return shares.total() > inAll ? OptionalLong.of(oldest(shares.largest())) : OptionalLong.empty();
    }

    private long oldest(String user) {
        TreeMap<Long, Long> own = weights.get(user);
        if (own == null) {
            throw new IllegalStateException(user + " has nothing");
        }
        return own.firstKey();
    }

    void clear() {
        weights.clear();
        shares.clear();
    }
}
