package dev.berth.slurm;

import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Order in which reservations ask the cluster for a licence. The book counts licences at each moment. Slurm adds up those of all
 * reservations that overlap a new one, even of two that do not overlap each other, and refuses the new one if the sum exceeds its number.
 * Asked for in the order of their starts, all are granted, because a reservation that starts earlier and overlaps runs at the start of the
 * later one, when the book has counted both. So a reservation that starts later waits with its licence, or gives it back until
 * the next round, where it is in the way of an earlier one.
 */
final class LicenceTurns {
    private static final Comparator<Wanted> BY_START =
            Comparator.<Wanted>comparingLong(each -> each.window().start()).thenComparing(Wanted::reservation);

    private final Census census;
    private final long now;
    private final String licence;
    private final long total;
    /** Licences that reservations have in the cluster, or will have once those that ask are granted, by name. */
    private final Map<String, Share> shares = new HashMap<>();

    private final List<Wanted> asking = new ArrayList<>();
    private final Set<String> waiting = new HashSet<>();

    private record Share(Window window, long number) {}

    private LicenceTurns(Census census, long now, String licence, long total) {
        this.census = census;
        this.now = now;
        this.licence = licence;
        this.total = total;
        census.kept().values().forEach(kept -> {
            long number = kept.licences().getOrDefault(licence, 0L);
            if (number > 0 && kept.window().end() > now) {
                shares.put(kept.name(), new Share(kept.window(), number));
            }
        });
    }

    /** The same reservations; without a licence are those that wait for their turn. */
    static SortedMap<String, Wanted> of(SortedMap<String, Wanted> wanted, Census census, long now) {
        SortedMap<String, Wanted> turns = new TreeMap<>(wanted);
        census.licences().forEach((licence, total) -> {
            LicenceTurns each = new LicenceTurns(census, now, licence, total);
            wanted.values().stream()
                    .filter(one -> one.licences().containsKey(licence))
                    .sorted(BY_START)
                    .forEach(one -> each.next(one, wanted));
            each.waiting.forEach(name -> turns.computeIfPresent(name, (same, one) -> without(one, licence)));
        });
        return turns;
    }

    private static Wanted without(Wanted one, String licence) {
        SortedMap<String, Long> others = new TreeMap<>(one.licences());
        others.remove(licence);
        return one.withLicences(others);
    }

    private void next(Wanted each, SortedMap<String, Wanted> wanted) {
        if (waiting.contains(each.name()) || has(each)) {
            return;
        }
        long number = each.licences().getOrDefault(licence, 0L);
        long others = beside(each);
        if (others + number > total) {
            List<Wanted> later = wanted.values().stream()
                    .filter(other ->
                            BY_START.compare(other, each) > 0 && other.window().start() > now)
                    .filter(other -> shared(other.name(), each.window()) > 0)
                    .toList();
            long released = later.stream()
                    .mapToLong(other -> shared(other.name(), each.window()))
                    .sum();
            if (others - released + number <= total) {
                later.forEach(other -> {
                    shares.remove(other.name());
                    waiting.add(other.name());
                });
            }
        }
        boolean isInTheWay = each.window().start() > now
                && asking.stream()
                        .anyMatch(earlier -> earlier.window().overlaps(each.window())
                                && beside(earlier) + earlier.licences().getOrDefault(licence, 0L) + number > total);
        if (isInTheWay) {
            waiting.add(each.name());
        } else {
            asking.add(each);
            shares.put(each.name(), new Share(each.window(), number));
        }
    }

    /** Whether the cluster keeps it as it is wanted, so that nothing is asked. */
    private boolean has(Wanted each) {
        Kept kept = census.kept().get(each.name());
        return kept != null
                && kept.licences()
                        .getOrDefault(licence, 0L)
                        .equals(each.licences().get(licence))
                && kept.window().end() == each.window().end()
                && kept.window().start() <= Math.max(now, each.window().start());
    }

    /** Licences that a reservation has in a window. */
    private long shared(String name, Window window) {
        Share share = shares.get(name);
        return share != null && share.window().overlaps(window) ? share.number() : 0;
    }

    /** Sum of the licences of all others that overlap it, as the cluster adds them up. */
    private long beside(Wanted each) {
        return shares.entrySet().stream()
                .filter(other -> !other.getKey().equals(each.name())
                        && other.getValue().window().overlaps(each.window()))
                .mapToLong(other -> other.getValue().number())
                .sum();
    }
}
