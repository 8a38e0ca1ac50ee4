package dev.berth.bench;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The yardstick: a TreeMap of a given size, asked for a floor, a remove and a put. The least an ordered index can do. */
final class TreeMapRound {
    private static final long HORIZON = 14L * 24 * 3_600_000;

    private final TreeMap<Long, Long> map = new TreeMap<>();
    private final SplittableRandom random = new SplittableRandom(1);

    TreeMapRound(long size) {
        while (map.size() < size) {
            map.put(random.nextLong(HORIZON), 0L);
        }
    }

    long round() {
        Map.Entry<Long, Long> floor = map.floorEntry(random.nextLong(HORIZON));
        long key = floor == null ? map.firstKey() : floor.getKey();
        map.remove(key);
        map.put(random.nextLong(HORIZON), key);
        return key;
    }
}
