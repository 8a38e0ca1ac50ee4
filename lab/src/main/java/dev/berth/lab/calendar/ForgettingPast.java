package dev.berth.lab.calendar;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
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
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calendar of castillo's in which an idle period that began in the past begins now: as time passes, the part of each that
 * lies behind is booked away. So servers that are idle now are in the order of their numbers, and not in the order in which
 * they became idle. The paper does not say what becomes of the past.
 */
public abstract class ForgettingPast implements Calendar {
    private final Calendar kept;
    private final Map<PoolId, Integer> servers = new LinkedHashMap<>();
    /** Until when all that was idle is booked away. */
    private long past = Long.MIN_VALUE;

    /**
     * A calendar of the product that forgets.
     *
     * @param policy by the name that it has in the product
     */
    ForgettingPast(String policy) {
        this.kept = Calendars.create(policy);
    }

    @Override
    public Undo forget(long now) {
        UndoLog changes = new UndoLog();
        changes.add(kept.forget(now));
        servers.forEach((pool, count) -> {
            for (int server = 0; server < count; server++) {
                forget(pool, server, now, changes);
            }
        });
        long before = past;
        changes.add(() -> past = before);
        past = now;
        return changes;
    }

    private void forget(PoolId pool, int server, long now, UndoLog changes) {
        long[] idleSince = {Long.MAX_VALUE};
        kept.freeServer(
                pool,
                server,
                past,
                now + 1,
                (time, free) -> idleSince[0] = free == 0 ? Long.MAX_VALUE : Math.min(idleSince[0], time));
        if (idleSince[0] < now) {
            Placement behind = new Placement(pool, 1, new Window(idleSince[0], now), ServerSet.of(server));
            kept.book(behind);
            changes.add(() -> kept.release(behind));
        }
    }

    @Override
    public void addServers(Pool pool, int first, int count, long from) {
        kept.addServers(pool, first, count, from);
        servers.merge(pool.id(), count, Integer::sum);
        past = past == Long.MIN_VALUE ? from : Math.min(past, from);
    }

    @Override
    public void removeServers(Pool pool, int first, int count, long from) {
        kept.removeServers(pool, first, count, from);
        servers.merge(pool.id(), -count, Integer::sum);
    }

    @Override
    public boolean namesServers() {
        return kept.namesServers();
    }

    @Override
    public void countOn(Effort effort) {
        kept.countOn(effort);
    }

    @Override
    public @Nullable Placement find(Query query) {
        return kept.find(query);
    }

    @Override
    public @Nullable Placement findEarliest(PoolId pool, Query query) {
        return kept.findEarliest(pool, query);
    }

    @Override
    public boolean isFree(Placement placement) {
        return kept.isFree(placement);
    }

    @Override
    public long freeUntil(PoolId pool, Slice slice, int count, long from) {
        return kept.freeUntil(pool, slice, count, from);
    }

    @Override
    public long nextFreed(PoolId pool, long after, long until) {
        return kept.nextFreed(pool, after, until);
    }

    @Override
    public void book(Placement placement) {
        kept.book(placement);
    }

    @Override
    public void release(Placement placement) {
        kept.release(placement);
    }

    @Override
    public void freeServers(PoolId pool, long from, long to, Steps steps) {
        kept.freeServers(pool, from, to, steps);
    }

    @Override
    public void freeServer(PoolId pool, int server, long from, long to, Steps steps) {
        kept.freeServer(pool, server, from, to, steps);
    }

    @Override
    public long size() {
        return kept.size();
    }

    @Override
    public void save(DataOutput out, long now) throws IOException {
        kept.save(out, now);
        out.writeLong(past);
    }

    @Override
    public void load(DataInput in) throws IOException {
        kept.load(in);
        past = in.readLong();
    }
}
