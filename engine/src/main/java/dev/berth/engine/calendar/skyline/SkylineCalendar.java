package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Locality;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The late-bound calendars: per pool one skyline, pools searched from the slowest to the fastest, the start in a pool
 * chosen by a {@link StartRule}. Counting suffices because n servers can always be handed out to windows of which no
 * more than n overlap (interval graphs are perfect); who gets which server is settled when it starts.
 */
public final class SkylineCalendar implements Calendar {
    /** Steps of a pool that are handed over and looked at in about the time of one search. */
    private static final int SEEN_AT_A_STEP = 2;

    private final StartRule rule;
    private final List<PoolSkyline> pools = new ArrayList<>();
    private final StepList inReach = new StepList(Integer.MAX_VALUE);
    private final StepList raised = new StepList(Integer.MAX_VALUE);
    private final Without without = new Without();
    private Effort effort = Effort.unlimited();

    public SkylineCalendar(StartRule rule) {
        this.rule = rule;
    }

    private record PoolSkyline(PoolId id, Rate rate, Skyline skyline) {}

    @Override
    public boolean namesServers() {
        return false;
    }

    @Override
    public void countOn(Effort other) {
        effort = other;
        pools.forEach(pool -> pool.skyline.effort = other);
    }

    @Override
    public Locality locality() {
        return rule instanceof LocalRule local ? local.locality() : Locality.GLOBAL;
    }

    @Override
    public void addServers(Pool pool, int first, int count, long from) {
        PoolSkyline known = lookUp(pool.id());
        if (known == null) {
            known = new PoolSkyline(pool.id(), pool.rate(), new Skyline());
            known.skyline.effort = effort;
            pools.add(known);
            pools.sort(Comparator.comparing(PoolSkyline::rate));
        }
        known.skyline.add(new Window(from, Window.FOREVER), count);
    }

    @Override
    public void removeServers(Pool pool, int first, int count, long from) {
        PoolSkyline known = get(pool.id());
        known.skyline.add(new Window(from, Window.FOREVER), -count);
        if (first == 0) {
            pools.remove(known);
        }
    }

    @Override
    public @Nullable Placement find(Query query) {
        for (PoolSkyline pool : pools) {
            if (query.eligible().test(pool.id)) {
                Placement found = find(pool, query, ruleFor(pool, query));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    @Override
    public boolean hasRoom(Query query) {
        for (PoolSkyline pool : pools) {
            long duration = query.duration(pool.rate);
            long latest = query.deadline() - duration;
            if (latest >= query.earliest()
                    && query.eligible().test(pool.id)
                    && pool.skyline.firstStart(query.servers(), query.earliest(), latest, duration) >= 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable Placement findWithout(Query query, List<Placement> absent) {
        if (!(rule instanceof LocalRule)) {
            return Calendar.super.findWithout(query, absent);
        }
        for (PoolSkyline pool : pools) {
            if (query.eligible().test(pool.id)) {
                Placement found = findWithout(pool, (LocalRule) ruleFor(pool, query), query, absent);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** How long a job may wait is another matter in each pool, because pools differ in their rates. */
    private StartRule ruleFor(PoolSkyline pool, Query query) {
        if (!query.startsEarly()) {
            return rule;
        }
        return query.isLastInLine(query.deadline() - query.duration(pool.rate))
                ? rule.whenFreeInLine()
                : rule.whenFree();
    }

    private @Nullable Placement findWithout(PoolSkyline pool, LocalRule local, Query query, List<Placement> absent) {
        long duration = query.duration(pool.rate);
        long latest = query.deadline() - duration;
        if (latest < query.earliest()) {
            return null;
        }
        int changes = without.of(pool.id, absent);
        if (changes == 0) {
            return find(pool, query, local);
        }
        pool.skyline.collect(query.earliest() - 1, query.deadline() + 1, inReach);
        raised.addTo(inReach, without.times, without.counts, changes);
        long start = local.start(raised, query.now(), query.earliest(), latest, duration, query.servers());
        return start < 0 ? null : placement(pool, query, start, duration);
    }

    @Override
    public @Nullable Placement findEarliest(PoolId pool, Query query) {
        return find(get(pool), query, new EarliestStart());
    }

    private static @Nullable Placement find(PoolSkyline pool, Query query, StartRule rule) {
        long duration = query.duration(pool.rate);
        long latest = query.deadline() - duration;
        if (latest < query.earliest()) {
            return null;
        }
        long start = rule.start(pool.skyline, query.now(), query.earliest(), latest, duration, query.servers());
        return start < 0 ? null : placement(pool, query, start, duration);
    }

    private static Placement placement(PoolSkyline pool, Query query, long start, long duration) {
        return new Placement(pool.id, query.servers(), new Window(start, start + duration), ServerSet.EMPTY);
    }

    @Override
    public void freeServers(PoolId pool, long from, long to, Steps steps) {
        StepList within = new StepList(Integer.MAX_VALUE);
        get(pool).skyline.collect(from, to, within);
        // A caller that wants all of them goes through them, too.
        effort.spend(within.size / SEEN_AT_A_STEP);
        for (int i = 0; i < within.size; i++) {
            steps.step(Math.max(from, within.times[i]), within.values[i]);
        }
    }

    @Override
    public long freeUntil(PoolId pool, Slice slice, int servers, long from) {
        return get(pool).skyline.freeUntil(servers, from);
    }

    @Override
    public long nextFreed(PoolId pool, long after, long until) {
        return get(pool).skyline.nextRise(after, until);
    }

    @Override
    public boolean isFree(Placement placement) {
        Window window = placement.window();
        return get(placement.pool()).skyline.least(window.start(), window.end()) >= placement.count();
    }

    @Override
    public boolean isWithinCapacity(PoolId pool, Window window) {
        return get(pool).skyline.least(window.start(), window.end()) >= 0;
    }

    @Override
    public void book(Placement placement) {
        get(placement.pool()).skyline.add(placement.window(), -placement.count());
    }

    @Override
    public void release(Placement placement) {
        get(placement.pool()).skyline.add(placement.window(), placement.count());
    }

    @Override
    public Undo forget(long now) {
        Undo all = Undo.NOTHING;
        for (PoolSkyline pool : pools) {
            if (pool.skyline.hasToForget(now)) {
                all = pool.skyline.forget(now).then(all);
            }
        }
        return all;
    }

    @Override
    public long size() {
        long steps = 0;
        for (PoolSkyline pool : pools) {
            steps += pool.skyline.size();
        }
        return steps;
    }

    @Override
    public void save(DataOutput out, long now) throws IOException {
        for (PoolSkyline pool : pools) {
            List<long[]> changes = new ArrayList<>();
            pool.skyline.changesFrom(now, (time, free) -> changes.add(new long[] {time, free}));
            out.writeInt(changes.size());
            for (long[] change : changes) {
                out.writeLong(change[0]);
                out.writeInt((int) change[1]);
            }
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        for (PoolSkyline pool : pools) {
            pool.skyline.clear();
            int before = 0;
            for (int left = in.readInt(); left > 0; left--) {
                long time = Math.max(0, in.readLong());
                int free = in.readInt();
                pool.skyline.add(new Window(time, Window.FOREVER), free - before);
                before = free;
            }
        }
    }

    private PoolSkyline get(PoolId id) {
        PoolSkyline pool = lookUp(id);
        if (pool == null) {
            throw new IllegalArgumentException("no pool " + id + " in this calendar");
        }
        return pool;
    }

    private @Nullable PoolSkyline lookUp(PoolId id) {
        for (PoolSkyline pool : pools) {
            if (pool.id.equals(id)) {
                return pool;
            }
        }
        return null;
    }
}
