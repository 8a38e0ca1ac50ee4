package dev.berth.provision.site;

import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The free windows of every server, those of one start and end together (singh, section 4), sorted by start. Kept up to
 * date by what is taken and given back. The last window of a server ends at {@link Window#FOREVER}.
 */
final class FreeWindows {
    /** Start and end of free windows, sorted by start, then by end. */
    private record Key(long start, long end) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return start != other.start ? Long.compare(start, other.start) : Long.compare(end, other.end);
        }
    }

    private final TreeMap<Key, BitSet> groups = new TreeMap<>();

    private FreeWindows() {}

    static FreeWindows all(int servers) {
        FreeWindows free = new FreeWindows();
        BitSet every = new BitSet(servers);
        every.set(0, servers);
        free.groups.put(new Key(0, Window.FOREVER), every);
        return free;
    }

    /** Free windows from a time on, given the busy windows of each server; those of one server may overlap. */
    static FreeWindows leftBy(List<List<Window>> busy, long now) {
        FreeWindows free = new FreeWindows();
        for (int server = 0; server < busy.size(); server++) {
            BitSet one = new BitSet();
            one.set(server);
            List<Window> sorted = new ArrayList<>(busy.get(server));
            sorted.sort(Comparator.comparingLong(Window::start));
            long from = now;
            for (Window window : sorted) {
                free.add(from, window.start(), (BitSet) one.clone());
                from = Math.max(from, window.end());
            }
            free.add(from, Window.FOREVER, one);
        }
        return free;
    }

    /** One for each group, by start. */
    List<FreeWindow> windows() {
        List<FreeWindow> windows = new ArrayList<>();
        groups.forEach((key, servers) -> windows.add(new FreeWindow(key.start, key.end, servers.cardinality())));
        return windows;
    }

    /** Drops all free time before this time. */
    void forgetBefore(long time) {
        List<Map.Entry<Key, BitSet>> past = new ArrayList<>();
        while (!groups.isEmpty() && groups.firstKey().start < time) {
            past.add(groups.pollFirstEntry());
        }
        for (Map.Entry<Key, BitSet> entry : past) {
            if (entry.getKey().end > time) {
                add(time, entry.getKey().end, entry.getValue());
            }
        }
    }

    /** Takes this many servers for a window, those of the first groups; null, and nothing changes, if there are too few. */
    @Nullable
    BitSet take(long start, long end, int servers) {
        List<Key> fitting = new ArrayList<>();
        int found = 0;
        for (Map.Entry<Key, BitSet> entry : groups.entrySet()) {
            if (entry.getKey().start > start || found >= servers) {
                break;
            }
            if (entry.getKey().end >= end) {
                fitting.add(entry.getKey());
                found += entry.getValue().cardinality();
            }
        }
        if (found < servers) {
            return null;
        }
        BitSet taken = new BitSet();
        for (Key key : fitting) {
            takeFrom(key, start, end, servers - taken.cardinality(), taken);
        }
        return taken;
    }

    private void takeFrom(Key key, long start, long end, int most, BitSet taken) {
        BitSet there = remove(key);
        BitSet part = new BitSet();
        for (int server = there.nextSetBit(0); server >= 0 && part.cardinality() < most; ) {
            part.set(server);
            server = there.nextSetBit(server + 1);
        }
        there.andNot(part);
        add(key.start, key.end, there);
        add(key.start, start, (BitSet) part.clone());
        add(end, key.end, (BitSet) part.clone());
        taken.or(part);
    }

    /** Gives back what was taken; what is free before and after grows together with it. */
    void give(long start, long end, BitSet servers) {
        for (int server = servers.nextSetBit(0); server >= 0; server = servers.nextSetBit(server + 1)) {
            BitSet one = new BitSet();
            one.set(server);
            long from = start;
            long to = end;
            for (Key key : List.copyOf(groups.keySet())) {
                boolean before = key.end == start;
                if ((before || key.start == end)
                        && groups.getOrDefault(key, new BitSet()).get(server)) {
                    BitSet there = remove(key);
                    there.clear(server);
                    add(key.start, key.end, there);
                    from = before ? key.start : from;
                    to = before ? to : key.end;
                }
            }
            add(from, to, one);
        }
    }

    private BitSet remove(Key key) {
        BitSet servers = groups.remove(key);
        return servers == null ? new BitSet() : servers;
    }

    private void add(long start, long end, BitSet servers) {
        if (start < end && !servers.isEmpty()) {
            groups.merge(new Key(start, end), servers, (one, other) -> {
                one.or(other);
                return one;
            });
        }
    }
}
