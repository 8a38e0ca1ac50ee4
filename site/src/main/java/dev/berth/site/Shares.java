package dev.berth.site;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** How much of something each user has. When there is too much in all, only the user with the most gives way. */
public final class Shares {
    private final Map<String, Share> byUser = new HashMap<>();
    private final TreeSet<Share> bySize =
            new TreeSet<>(Comparator.comparingLong(Share::amount).thenComparing(Share::user));
    private long total;

    private record Share(String user, long amount) {}

    /**
     * Adds to what a user has.
     *
     * @param more negative if it is less
     */
    public void add(String user, long more) {
        if (more == 0) {
            return;
        }
        total += more;
        long amount = of(user) + more;
        Share before = byUser.remove(user);
        if (before != null) {
            bySize.remove(before);
        }
        if (amount != 0) {
            Share share = new Share(user, amount);
            byUser.put(user, share);
            bySize.add(share);
        }
    }

    public long of(String user) {
        Share share = byUser.get(user);
        return share == null ? 0 : share.amount();
    }

    public long total() {
        return total;
    }

    /** The user with the most; of several, the last by name. */
    public String largest() {
        return bySize.last().user();
    }

    public void clear() {
        byUser.clear();
        bySize.clear();
        total = 0;
    }
}
