package dev.berth.service.workflow;

import dev.berth.engine.model.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The free servers of a pool as a step function of time, and how that will change. */
final class FreeSteps {
    private final List<Long> times = new ArrayList<>();
    private final List<Integer> servers = new ArrayList<>();
    /** How many more are free from a time on. */
    private final TreeMap<Long, Integer> more = new TreeMap<>();

    void add(long from, int free) {
        times.add(from);
        servers.add(free);
    }

    int size() {
        return times.size();
    }

    /** This many more are free in a window. */
    void change(Window window, int by) {
        more.merge(window.start(), by, Integer::sum);
        more.merge(window.end(), -by, Integer::sum);
    }

    /** When each of this many machines is busy: the k-th while fewer than k servers are free. */
    List<List<Window>> busy(int machines, Window window) {
        List<List<Window>> busy = new ArrayList<>();
        for (int machine = 0; machine < machines; machine++) {
            busy.add(new ArrayList<>());
        }
        long[] since = new long[machines];
        int before = machines;
        for (Map.Entry<Long, Integer> step : all().entrySet()) {
            if (step.getKey() >= window.end()) {
                break;
            }
            int free = Math.clamp(step.getValue(), 0, machines);
            for (int machine = free; machine < before; machine++) {
                since[machine] = step.getKey();
            }
            for (int machine = before; machine < free; machine++) {
                busy.get(machine).add(new Window(since[machine], step.getKey()));
            }
            before = free;
        }
        for (int machine = before; machine < machines; machine++) {
            busy.get(machine).add(new Window(since[machine], window.end()));
        }
        return busy;
    }

    /**
     * When servers are free: of those that are, the last to have become free are the first to be taken again. What is
     * free at the end of the window is free until then.
     */
    void free(Window window, BiConsumer<Window, Integer> each) {
        Deque<Freed> freed = new ArrayDeque<>();
        int before = 0;
        for (Map.Entry<Long, Integer> step : all().entrySet()) {
            long time = step.getKey();
            if (time >= window.end()) {
                break;
            }
            int now = Math.max(0, step.getValue());
            if (now > before) {
                freed.push(new Freed(time, now - before));
            }
            take(freed, before - now, time, each);
            before = now;
        }
        take(freed, before, window.end(), each);
    }

    private record Freed(long since, int servers) {}

    private static void take(Deque<Freed> freed, int servers, long until, BiConsumer<Window, Integer> each) {
        for (int left = servers; left > 0; ) {
            Freed last = freed.pop();
            int taken = Math.min(left, last.servers);
            each.accept(new Window(last.since, until), taken);
            if (taken < last.servers) {
                freed.push(new Freed(last.since, last.servers - taken));
            }
            left -= taken;
        }
    }

    /** The steps with the changes in them; the last of several at one time counts. */
    private NavigableMap<Long, Integer> all() {
        TreeMap<Long, Integer> free = new TreeMap<>();
        for (int step = 0; step < times.size(); step++) {
            free.put(times.get(step), servers.get(step));
        }
        if (more.isEmpty()) {
            return free;
        }
        TreeMap<Long, Integer> sum = new TreeMap<>(free);
        more.keySet().forEach(time -> sum.putIfAbsent(time, 0));
        int changed = 0;
        for (Map.Entry<Long, Integer> step : sum.entrySet()) {
            changed += more.getOrDefault(step.getKey(), 0);
            Map.Entry<Long, Integer> at = free.floorEntry(step.getKey());
            step.setValue((at == null ? 0 : at.getValue()) + changed);
        }
        return sum;
    }
}
