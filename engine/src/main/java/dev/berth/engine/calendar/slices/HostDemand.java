package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts that those who run or wait on a pool's hosts have asked for, with their numbers: a sample of what will be asked for. It depends
 * on what is booked alone, and not on what was booked once, so that it is the same after a restart. Whole hosts are left out,
 * for outages take them as well.
 */
final class HostDemand {
    /** Kinds of requests that are looked at, the most frequent first: each costs time for each host. */
    static final int MOST = 128;

    private final Layout layout;
    private final TreeMap<Long, Map<Slice, Integer>> byEnd = new TreeMap<>();
    private final Map<Slice, Integer> counts = new HashMap<>();
    /** The most frequent requests; empty if they have to be found anew. */
    private List<Request> frequent = List.of();

    HostDemand(Layout layout) {
        this.layout = layout;
    }

    /** A need with the number of servers for which it was asked. */
    record Request(Need need, long count) {}

    private record Counted(Slice slice, int count) {}

    void add(Slice slice, long end, int servers) {
        if (slice.isWhole()) {
            return;
        }
        frequent = List.of();
        count(counts, slice, servers);
        Map<Slice, Integer> ending = byEnd.computeIfAbsent(end, none -> new HashMap<>());
        count(ending, slice, servers);
        if (ending.isEmpty()) {
            byEnd.remove(end);
        }
    }

    private static void count(Map<Slice, Integer> counts, Slice slice, int servers) {
        counts.merge(slice, servers, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
    }

    /** The most frequent requests; of equal ones those whose words come first. */
    List<Request> frequent() {
        if (frequent.isEmpty() && !counts.isEmpty()) {
            List<Counted> all = new ArrayList<>(counts.size());
            counts.forEach((slice, count) -> all.add(new Counted(slice, count)));
            if (all.size() > MOST) {
                all.sort(Comparator.comparingInt(Counted::count)
                        .reversed()
                        .thenComparing(counted -> counted.slice().toString()));
            }
            frequent = all.stream()
                    .limit(MOST)
                    .map(counted -> new Request(Need.of(counted.slice(), layout), counted.count()))
                    .toList();
        }
        return frequent;
    }

    /** Drops those that have ended. The result brings them back. */
    Undo forget(long now) {
        if (byEnd.isEmpty() || byEnd.firstKey() > now) {
            return Undo.NOTHING;
        }
        Map<Long, Map<Slice, Integer>> ended = new TreeMap<>(byEnd.headMap(now, true));
        byEnd.headMap(now, true).clear();
        frequent = List.of();
        ended.values().forEach(each -> each.forEach((slice, count) -> count(counts, slice, -count)));
        return () -> {
            frequent = List.of();
            byEnd.putAll(ended);
            ended.values().forEach(each -> each.forEach((slice, count) -> count(counts, slice, count)));
        };
    }
}
