package dev.berth.provision.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who is busy at each moment: the plainest calendar, as an oracle. */
final class Moments {
    private final boolean[][] busy;

    Moments(int servers, int time) {
        busy = new boolean[servers][time];
    }

    void take(Granted granted, List<Granted> all) {
        granted.servers().stream().forEach(server -> {
            for (int time = (int) granted.start(); time < granted.end(); time++) {
                assertThat(busy[server][time]).isFalse();
            }
        });
        set(granted, granted.start(), true);
        all.add(granted);
    }

    void set(Granted granted, long from, boolean value) {
        granted.servers().stream().forEach(server -> {
            for (int time = (int) Math.max(from, granted.start()); time < granted.end(); time++) {
                busy[server][time] = value;
            }
        });
    }

    int free(long start, long end) {
        int free = 0;
        for (boolean[] server : busy) {
            boolean all = true;
            for (int time = (int) start; time < end; time++) {
                all &= !server[time];
            }
            free += all ? 1 : 0;
        }
        return free;
    }

    long earliest(long now, int servers, long runTime) {
        long start = now;
        while (free(start, start + runTime) < servers) {
            start++;
        }
        return start;
    }

    long lastBusy(long now) {
        long last = now;
        for (boolean[] server : busy) {
            for (int time = (int) now; time < server.length; time++) {
                last = server[time] ? Math.max(last, time + 1) : last;
            }
        }
        return last;
    }

    /** Windows server by server, those of one start and end together. */
    List<Slot> slots(long now, long horizon) {
        Map<List<Long>, Integer> windows = new HashMap<>();
        for (boolean[] server : busy) {
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
}
