package dev.berth.provision.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks at every moment of a site one by one: the plainest calendar, as an oracle. */
final class Moments {
    private final SiteScheduler site;
    private final int[] busy;
    private final Map<Granted, BitSet> granted = new HashMap<>();

    Moments(SiteScheduler site, int time) {
        this.site = site;
        this.busy = new int[time];
    }

    List<Granted> granted() {
        return granted.keySet().stream()
                .sorted(Comparator.comparingLong(Granted::number))
                .toList();
    }

    void take(Granted one) {
        add(one, one.start(), one.servers());
        granted.put(one, new BitSet());
    }

    void give(Granted one) {
        add(one, Math.max(site.now(), one.start()), -one.servers());
        granted.remove(one);
    }

    private void add(Granted one, long from, int count) {
        for (int time = (int) from; time < one.end(); time++) {
            busy[time] += count;
        }
    }

    /** How many at every moment of a window; not always the same. */
    int free(long start, long end) {
        int most = 0;
        for (int time = (int) start; time < end; time++) {
            most = Math.max(most, busy[time]);
        }
        return site.servers() - most;
    }

    long earliest(int wanted, long runTime) {
        long start = site.now();
        while (free(start, start + runTime) < wanted) {
            start++;
        }
        return start;
    }

    long lastBusy() {
        return granted.keySet().stream().mapToLong(Granted::end).reduce(site.now(), Math::max);
    }

    /** Windows server by server, those of one start and end together; none is given to two, or taken from who has started. */
    List<Slot> slots() {
        long now = site.now();
        long horizon = site.horizon();
        Map<List<Long>, Integer> windows = new HashMap<>();
        for (boolean[] server : servers()) {
            long start = now;
            for (long time = now; time <= horizon; time++) {
                if (time == horizon || server[(int) time]) {
                    if (start < time) {
                        windows.merge(List.of(start, time), 1, Integer::sum);
                    }
                    start = time + 1;
                }
            }
        }
        List<Slot> slots = new ArrayList<>();
        windows.forEach((window, count) -> {
            long start = window.get(0);
            long end = window.get(1);
            slots.add(end == horizon ? Slot.open(start, count, end - start) : Slot.whole(start, count, end - start));
        });
        slots.sort(Comparator.comparingLong(Slot::start).thenComparingLong(Slot::end));
        return slots;
    }

    private boolean[][] servers() {
        boolean[][] taken = new boolean[site.servers()][busy.length];
        granted.keySet().removeIf(one -> one.end() <= site.now());
        granted.replaceAll((one, before) -> {
            BitSet servers = site.servers(one);
            assertThat(servers.cardinality()).isEqualTo(one.servers());
            if (one.start() < site.now() && !before.isEmpty()) {
                assertThat(servers).isEqualTo(before);
            }
            servers.stream().forEach(server -> {
                for (int time = (int) one.start(); time < one.end(); time++) {
                    assertThat(taken[server][time]).isFalse();
                    taken[server][time] = true;
                }
            });
            // What waits may be put on others.
            return one.start() < site.now() ? servers : new BitSet();
        });
        return taken;
    }
}
