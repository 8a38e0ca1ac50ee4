package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The calendars of castillo: each placement is tied to a named server from the start. Keeps the idle periods of every
 * server in the order of time; an {@link IdleIndex} over all of them chooses. Jobs take one server.
 *
 * <p>An idle period that began in the past keeps its start, for the order of the lists and trees; only what is left of
 * it from the query's {@code earliest} on is used.
 */
public final class PinnedCalendar implements Calendar {
    private final IdleIndex index;
    private final Map<PoolId, List<Timeline>> pools = new LinkedHashMap<>();
    private Effort effort = Effort.unlimited();
    private long size;

    PinnedCalendar(IdleIndex index) {
        this.index = index;
    }

    /** FF-HU: one list of all idle periods. */
    public static PinnedCalendar oneList() {
        return new PinnedCalendar(new OneList());
    }

    /** FF-HA: a list for each rate. */
    public static PinnedCalendar listPerRate() {
        return new PinnedCalendar(new ListPerRate());
    }

    /** FF-HA that takes the tightest idle period of those with the first start. */
    public static PinnedCalendar tightListPerRate() {
        return new PinnedCalendar(new TightListPerRate());
    }

    /** FF-HA+: a primal tree with dual trees for each pool. */
    public static PinnedCalendar treePerPool() {
        return new PinnedCalendar(new TreePerPool(MarkedOrder.FIRST_MARKED_FIRST));
    }

    /** FF-HA+ that searches the marked nodes from the last one back. */
    public static PinnedCalendar treePerPoolFromTheLast() {
        return new PinnedCalendar(new TreePerPool(MarkedOrder.LAST_MARKED_FIRST));
    }

    /** A server and its idle periods by start. */
    private record Timeline(Host host, TreeMap<Long, IdlePeriod> idle) {}

    @Override
    public boolean namesServers() {
        return true;
    }

    @Override
    public void countOn(Effort other) {
        effort = other;
    }

    @Override
    public void addServers(Pool pool, int first, int count, long from) {
        if (first == 0) {
            pools.put(pool.id(), new ArrayList<>());
        }
        List<Timeline> servers = servers(pool.id());
        int order = List.copyOf(pools.keySet()).indexOf(pool.id());
        for (int number = first; number < first + count; number++) {
            Timeline timeline = new Timeline(new Host(pool.id(), order, number, pool.rate()), new TreeMap<>());
            servers.add(timeline);
            insert(timeline, from, Window.FOREVER);
        }
    }

    @Override
    public void removeServers(Pool pool, int first, int count, long from) {
        List<Timeline> gone = servers(pool.id()).subList(first, first + count);
        for (Timeline timeline : gone) {
            remove(timeline, timeline.idle.firstEntry().getValue());
        }
        gone.clear();
        if (first == 0) {
            pools.remove(pool.id());
        }
    }

    @Override
    public @Nullable Placement find(Query query) {
        if (query.servers() != 1) {
            return null;
        }
        IdlePeriod chosen = index.choose(query, effort);
        return chosen == null ? null : placement(chosen, query);
    }

    @Override
    public @Nullable Placement findEarliest(PoolId pool, Query query) {
        IdlePeriod best = null;
        for (Timeline timeline : servers(pool)) {
            long duration = query.duration(timeline.host.rate());
            for (IdlePeriod period : timeline.idle.values()) {
                if (period.fits(query.earliest(), duration, query.deadline())) {
                    if (best == null
                            || Math.max(period.start, query.earliest()) < Math.max(best.start, query.earliest())) {
                        best = period;
                    }
                    break;
                }
            }
        }
        return best == null ? null : placement(best, query);
    }

    private static Placement placement(IdlePeriod period, Query query) {
        long start = Math.max(period.start, query.earliest());
        long duration = query.duration(period.host.rate());
        return new Placement(
                period.host.pool(), 1, new Window(start, start + duration), ServerSet.of(period.host.number()));
    }

    @Override
    public void freeServers(PoolId pool, long from, long to, Steps steps) {
        TreeMap<Long, Integer> changes = new TreeMap<>(Map.of(from, 0));
        for (Timeline timeline : servers(pool)) {
            Map.Entry<Long, IdlePeriod> first = timeline.idle.floorEntry(from);
            for (IdlePeriod period : timeline.idle
                    .subMap(first == null ? from : first.getKey(), to)
                    .values()) {
                if (period.end > from) {
                    changes.merge(Math.max(from, period.start), 1, Integer::sum);
                    changes.merge(period.end, -1, Integer::sum);
                }
            }
        }
        int idle = 0;
        for (Map.Entry<Long, Integer> change : changes.headMap(to).entrySet()) {
            idle += change.getValue();
            steps.step(change.getKey(), idle);
        }
    }

    @Override
    public void freeServer(PoolId pool, int server, long from, long to, Steps steps) {
        TreeMap<Long, IdlePeriod> idle = timeline(pool, server).idle;
        Map.Entry<Long, IdlePeriod> first = idle.floorEntry(from);
        boolean atOnce = first != null && first.getValue().end > from;
        if (!atOnce) {
            steps.step(from, 0);
        }
        for (IdlePeriod period : idle.subMap(atOnce ? first.getKey() : from, to).values()) {
            steps.step(Math.max(from, period.start), 1);
            if (period.end < to) {
                steps.step(period.end, 0);
            }
        }
    }

    @Override
    public long freeUntil(PoolId pool, Slice slice, int servers, long from) {
        long until = from;
        if (servers == 1) {
            for (Timeline timeline : servers(pool)) {
                Map.Entry<Long, IdlePeriod> entry = timeline.idle.floorEntry(from);
                until = entry == null ? until : Math.max(until, entry.getValue().end);
            }
        }
        return until;
    }

    @Override
    public long nextFreed(PoolId pool, long after, long until) {
        long next = Long.MAX_VALUE;
        for (Timeline timeline : servers(pool)) {
            Long start = timeline.idle.higherKey(after);
            next = start == null || start > until ? next : Math.min(next, start);
        }
        return next;
    }

    @Override
    public boolean isFree(Placement placement) {
        Map.Entry<Long, IdlePeriod> entry =
                timeline(placement).idle.floorEntry(placement.window().start());
        return entry != null && entry.getValue().end >= placement.window().end();
    }

    @Override
    public void book(Placement placement) {
        Window window = placement.window();
        Timeline timeline = timeline(placement);
        Map.Entry<Long, IdlePeriod> entry = timeline.idle.floorEntry(window.start());
        if (entry == null || entry.getValue().end < window.end()) {
            throw new IllegalStateException("server of " + placement + " is not idle then");
        }
        IdlePeriod period = entry.getValue();
        if (period.start < window.start()) {
            moveEnd(timeline, period, window.start());
        } else {
            remove(timeline, period);
        }
        if (window.end() < period.end) {
            insert(timeline, window.end(), period.end);
        }
    }

    @Override
    public void release(Placement placement) {
        Timeline timeline = timeline(placement);
        Window window = placement.window();
        long end = window.end();
        IdlePeriod after = timeline.idle.get(end);
        if (after != null) {
            end = after.end;
            remove(timeline, after);
        }
        Map.Entry<Long, IdlePeriod> before = timeline.idle.lowerEntry(window.start());
        if (before != null && before.getValue().end == window.start()) {
            moveEnd(timeline, before.getValue(), end);
        } else {
            insert(timeline, window.start(), end);
        }
    }

    private void moveEnd(Timeline timeline, IdlePeriod period, long end) {
        IdlePeriod moved = new IdlePeriod(timeline.host, period.start, end);
        timeline.idle.put(period.start, moved);
        index.replace(period, moved);
    }

    @Override
    public Undo forget(long now) {
        UndoLog all = null;
        for (IdlePeriod ended = index.endedBy(now); ended != null; ended = index.endedBy(now)) {
            IdlePeriod gone = ended;
            Timeline timeline = timeline(gone.host.pool(), gone.host.number());
            remove(timeline, gone);
            all = all == null ? new UndoLog() : all;
            all.add(() -> insert(timeline, gone.start, gone.end));
        }
        return all == null ? Undo.NOTHING : all;
    }

    private void insert(Timeline timeline, long start, long end) {
        IdlePeriod period = new IdlePeriod(timeline.host, start, end);
        timeline.idle.put(start, period);
        index.insert(period);
        size++;
    }

    private void remove(Timeline timeline, IdlePeriod period) {
        timeline.idle.remove(period.start);
        index.remove(period);
        size--;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void save(DataOutput out, long now) throws IOException {
        for (List<Timeline> servers : pools.values()) {
            for (Timeline timeline : servers) {
                out.writeInt(timeline.idle.size());
                for (IdlePeriod period : timeline.idle.values()) {
                    out.writeLong(period.start);
                    out.writeLong(period.end);
                }
            }
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        for (List<Timeline> servers : pools.values()) {
            for (Timeline timeline : servers) {
                List.copyOf(timeline.idle.values()).forEach(period -> remove(timeline, period));
                for (int left = in.readInt(); left > 0; left--) {
                    insert(timeline, in.readLong(), in.readLong());
                }
            }
        }
    }

    private Timeline timeline(Placement placement) {
        return timeline(placement.pool(), placement.servers().get(0));
    }

    private Timeline timeline(PoolId pool, int number) {
        return servers(pool).get(number);
    }

    private List<Timeline> servers(PoolId pool) {
        List<Timeline> servers = pools.get(pool);
        if (servers == null) {
            throw new IllegalArgumentException("no pool " + pool + " in this calendar");
        }
        return servers;
    }
}
