package dev.berth.provision.federation;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import dev.berth.provision.slot.Slot;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many servers of a pool are free, as a step function of time: none before the first step, and as many as in the last
 * step for ever after it. Servers are bound late, so what is free by number throughout a window can be booked for it.
 */
public final class FreeServers {
    /** No time at all; later than any. */
    static final long NEVER = Long.MAX_VALUE;

    private final long[] times;
    private final int[] counts;

    /** A time from which on this many servers are free. */
    public record Step(long from, int servers) {}

    private FreeServers(List<Step> steps) {
        this.times = steps.stream().mapToLong(Step::from).toArray();
        this.counts = steps.stream().mapToInt(Step::servers).toArray();
        for (int k = 0; k < times.length; k++) {
            if (times[k] < 0 || times[k] >= Window.FOREVER || (k > 0 && times[k] <= times[k - 1])) {
                throw new BadValue("from", times[k], "must be a time after the step before it");
            }
            if (counts[k] < 0) {
                throw new BadValue("servers", counts[k], "must not be negative");
            }
        }
    }

    /** Steps as a timetable has them, by time. */
    public static FreeServers of(List<Step> steps) {
        return new FreeServers(steps);
    }

    /** All that is free in any of the slots of a pool. Slots that are sold as a whole count as if they were not. */
    public static FreeServers ofSlots(Collection<Slot> slots) {
        SortedMap<Long, Long> changes = new TreeMap<>();
        for (Slot slot : slots) {
            changes.merge(slot.start(), (long) slot.servers(), Long::sum);
            if (slot.latestEnd() < Window.FOREVER) {
                changes.merge(slot.latestEnd(), -(long) slot.servers(), Long::sum);
            }
        }
        long[] free = {0};
        return new FreeServers(changes.entrySet().stream()
                .map(change -> {
                    free[0] += change.getValue();
                    return new Step(change.getKey(), (int) Math.min(Integer.MAX_VALUE, free[0]));
                })
                .toList());
    }

    /** The same with no more than this many servers within a window. */
    FreeServers atMost(int servers, Window window) {
        SortedMap<Long, Integer> steps = new TreeMap<>();
        for (int k = 0; k < times.length; k++) {
            boolean inside = times[k] >= window.start() && times[k] < window.end();
            steps.put(times[k], inside ? Math.min(servers, counts[k]) : counts[k]);
        }
        steps.put(window.start(), Math.min(servers, at(window.start())));
        if (window.end() < Window.FOREVER) {
            steps.put(window.end(), at(window.end()));
        }
        return new FreeServers(steps.entrySet().stream()
                .map(step -> new Step(step.getKey(), step.getValue()))
                .toList());
    }

    /** How many are free at a time. */
    public int at(long time) {
        return count(step(time));
    }

    /** How many are free throughout a window. */
    public int throughout(Window window) {
        int least = at(window.start());
        for (int k = step(window.start()) + 1; k < times.length && times[k] < window.end(); k++) {
            least = Math.min(least, counts[k]);
        }
        return least;
    }

    /** How many are free at most at any time of a window. */
    int most(Window window) {
        int most = at(window.start());
        for (int k = step(window.start()) + 1; k < times.length && times[k] < window.end(); k++) {
            most = Math.max(most, counts[k]);
        }
        return most;
    }

    /** The first time from {@code from} on at which this many servers are free for a duration; or {@link #NEVER}. */
    long earliest(int servers, long duration, long from) {
        long start = from;
        for (int k = step(from); k < times.length; k++) {
            long end = k + 1 < times.length ? times[k + 1] : Window.FOREVER;
            if (count(k) < servers) {
                start = end;
            } else if (end - start >= duration) {
                return start;
            }
        }
        return NEVER;
    }

    /** The first time after this one at which more servers become free; or {@link #NEVER}. */
    long nextRise(long after) {
        for (int k = step(after) + 1; k < times.length; k++) {
            if (counts[k] > count(k - 1)) {
                return times[k];
            }
        }
        return NEVER;
    }

    /** The step that a time lies in; -1 before the first. */
    private int step(long time) {
        int found = Arrays.binarySearch(times, time);
        return found >= 0 ? found : -found - 2;
    }

    private int count(int step) {
        return step < 0 ? 0 : counts[step];
    }
}
