package dev.berth.engine.handout;

import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** For each server of a pool the windows in which it is spoken for. */
final class Timelines {
    private final List<NavigableMap<Long, Long>> busy = new ArrayList<>();

    Timelines(int servers) {
        for (int i = 0; i < servers; i++) {
            busy.add(new TreeMap<>());
        }
    }

    boolean isFree(int server, Window window) {
        Map.Entry<Long, Long> before = busy.get(server).lowerEntry(window.end());
        return before == null || before.getValue() <= window.start();
    }

    boolean areFree(ServerSet servers, Window window) {
        return servers.stream().allMatch(server -> isFree(server, window));
    }

    void take(ServerSet servers, Window window) {
        servers.forEach(server -> busy.get(server).put(window.start(), window.end()));
    }

    void giveUp(ServerSet servers, Window window) {
        servers.forEach(server -> busy.get(server).remove(window.start(), window.end()));
    }

    /** When the server is spoken for next, at a time or later. */
    long nextTaken(int server, long time) {
        Long next = busy.get(server).ceilingKey(time);
        return next == null ? Window.FOREVER : next;
    }
}
