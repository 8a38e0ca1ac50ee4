package dev.berth.provision.backfill;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * EASY backfilling: first come, first served, and only the first job that has to wait is promised a start, the earliest by
 * what the running jobs ask for. Others start before it, in the order of their submission, if that start stays as it is:
 * because they end by then, or because the servers that they take are left over then (Lifka, JSSPP 1995; Mu'alem and Feitelson,
 * IEEE TPDS 12(6), 2001).
 */
final class EasyBackfilling implements Backfilling {
    private record Asked(int servers, long estimate) {}

    private record Running(int servers, long end) {}

    /** Waiting jobs, in the order of submission. */
    private final Map<Integer, Asked> waiting = new LinkedHashMap<>();

    private final Map<Integer, Running> running = new HashMap<>();
    /** The servers of running jobs by when they end at the latest. */
    private final TreeMap<Long, Integer> byEnd = new TreeMap<>();

    private int free;

    EasyBackfilling(int servers) {
        free = servers;
    }

    @Override
    public void submit(int job, int servers, long estimate, long now) {
        waiting.put(job, new Asked(servers, estimate));
    }

    @Override
    public void end(int job, long now) {
        Running ended = Objects.requireNonNull(running.remove(job), "not running");
        free += ended.servers;
        byEnd.computeIfPresent(ended.end, (end, servers) -> servers == ended.servers ? null : servers - ended.servers);
    }

    @Override
    public List<Integer> start(long now) {
        List<Integer> started = new ArrayList<>();
        long promised = Long.MAX_VALUE;
        int leftOver = Integer.MAX_VALUE;
        for (Iterator<Map.Entry<Integer, Asked>> all = waiting.entrySet().iterator(); all.hasNext() && free > 0; ) {
            Map.Entry<Integer, Asked> each = all.next();
            Asked asked = each.getValue();
            boolean isBackfilled = promised != Long.MAX_VALUE;
            if (asked.servers > free) {
                if (!isBackfilled) {
                    promised = promisedStart(asked.servers);
                    leftOver = freeAt(promised) - asked.servers;
                }
                continue;
            }
            boolean endsBefore = now + asked.estimate <= promised;
            if (!isBackfilled || endsBefore || asked.servers <= leftOver) {
                leftOver -= isBackfilled && !endsBefore ? asked.servers : 0;
                begin(each.getKey(), asked, now);
                started.add(each.getKey());
                all.remove();
            }
        }
        return started;
    }

    private void begin(int job, Asked asked, long now) {
        free -= asked.servers;
        running.put(job, new Running(asked.servers, now + asked.estimate));
        byEnd.merge(now + asked.estimate, asked.servers, Integer::sum);
    }

    /** When this many servers are free, if every running job takes all of its time. */
    private long promisedStart(int servers) {
        int then = free;
        for (Map.Entry<Long, Integer> ends : byEnd.entrySet()) {
            then += ends.getValue();
            if (then >= servers) {
                return ends.getKey();
            }
        }
        throw new IllegalStateException("a job of more servers than there are: " + servers);
    }

    private int freeAt(long time) {
        return free
                + byEnd.headMap(time, true).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
    }

    /** A job starts only when another ends or comes. */
    @Override
    public long nextStart() {
        return Long.MAX_VALUE;
    }
}
