package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Locality;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.Waiting;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All that a site has over time: servers that are booked as a whole, by the calendar of the book's policy; hosts whose parts
 * are booked apart; and licences. Pools are tried from the slowest on, of whichever kind they are. Without hosts and licences
 * it is the policy's calendar and nothing else.
 */
public final class SiteCalendar implements Calendar {
    private final Calendar counted;
    private final StartOrder order;
    private final HostRule rule;
    private final boolean clears;
    private final Map<PoolId, HostPool> byPool = new HashMap<>();
    /** From the slowest on; pools of one rate in the order in which they came. */
    private final List<HostPool> hostPools = new ArrayList<>();

    /** Pools of both kinds, in the same order. */
    private final List<Rated> all = new ArrayList<>();

    private final LicenceBook licences = new LicenceBook();
    private Effort effort = Effort.unlimited();
    /** Whether there are neither hosts nor licences: then all is the policy's. */
    private boolean counts = true;

    private record Rated(PoolId id, Rate rate) {}

    /**
     * An empty calendar.
     *
     * @param counted for servers that are booked as a whole
     * @param calendar name of the policy, by which the starts on hosts are chosen as well
     * @param rule name of the rule by which hosts are chosen
     * @param clears whether hosts are cleared for a job that none has room for
     */
    public SiteCalendar(Calendar counted, String calendar, String rule, boolean clears) {
        this.clears = clears;
        this.counted = counted;
        this.order = StartOrder.of(calendar);
        this.rule = HostRules.get(rule);
    }

    @Override
    public boolean namesServers(PoolId pool) {
        return (!hostPools.isEmpty() && byPool.containsKey(pool)) || counted.namesServers(pool);
    }

    @Override
    public boolean namesServers() {
        return counted.namesServers();
    }

    @Override
    public boolean hasHosts() {
        return !hostPools.isEmpty();
    }

    @Override
    public void countOn(Effort other) {
        effort = other;
        counted.countOn(other);
        hostPools.forEach(pool -> pool.effort = other);
    }

    @Override
    public Locality locality() {
        return byPool.isEmpty() && licences.isEmpty() ? counted.locality() : Locality.GLOBAL;
    }

    @Override
    public void addServers(Pool pool, int first, int count, long from) {
        if (first == 0) {
            all.add(new Rated(pool.id(), pool.rate()));
            all.sort(Comparator.comparing(Rated::rate));
        }
        if (!pool.hasParts()) {
            counted.addServers(pool, first, count, from);
            return;
        }
        HostPool known = byPool.get(pool.id());
        if (known == null) {
            known = new HostPool(pool, order, rule);
            known.effort = effort;
            byPool.put(pool.id(), known);
            hostPools.add(known);
            counts = false;
            hostPools.sort(Comparator.comparing(each -> each.pool().rate()));
        }
        known.addHosts(count);
    }

    @Override
    public void removeServers(Pool pool, int first, int count, long from) {
        if (first == 0) {
            all.removeIf(rated -> rated.id.equals(pool.id()));
        }
        HostPool known = byPool.get(pool.id());
        if (known == null) {
            counted.removeServers(pool, first, count, from);
            return;
        }
        known.removeHosts(count);
        if (first == 0) {
            hostPools.remove(known);
            byPool.remove(pool.id());
            counts = hostPools.isEmpty() && licences.isEmpty();
        }
    }

    @Override
    public void setLicences(Amounts all, HeldLicences held, long now) {
        licences.set(all, held, now);
        counts = hostPools.isEmpty() && licences.isEmpty();
    }

    @Override
    public long promisedLicences(String name, long now) {
        return licences.promised(name, now);
    }

    @Override
    public long freeLicences(String name, Window window) {
        return licences.least(name, window);
    }

    @Override
    public @Nullable Placement find(Query query) {
        if (counts && isPlain(query)) {
            return counted.find(query);
        }
        if (!query.licences().isEmpty()) {
            return findWithLicences(query);
        }
        if (hostPools.isEmpty()) {
            return query.slice().isWhole() ? counted.find(query) : null;
        }
        Placement placement = query.slice().isWhole() ? counted.find(query) : null;
        Rate rate = placement == null ? null : rate(placement.pool());
        for (HostPool pool : hostPools) {
            if (rate != null && pool.pool().rate().compareTo(rate) >= 0) {
                break;
            }
            if (query.eligible().test(pool.pool().id())) {
                Placement found = pool.find(query);
                if (found != null) {
                    return found;
                }
            }
        }
        return placement;
    }

    private static boolean isPlain(Query query) {
        return query.slice().isWhole() && query.licences().isEmpty();
    }

    private Rate rate(PoolId pool) {
        for (Rated rated : all) {
            if (rated.id.equals(pool)) {
                return rated.rate;
            }
        }
        throw new IllegalArgumentException("no pool " + pool + " in this calendar");
    }

    /** Pool by pool, because how long licences are taken depends on its rate; in each the starts that the licences allow. */
    private @Nullable Placement findWithLicences(Query query) {
        for (Rated pool : all) {
            if (query.eligible().test(pool.id)) {
                Placement found = findWithLicences(pool, query, false);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private @Nullable Placement findWithLicences(Rated pool, Query query, boolean earliest) {
        long duration = query.duration(pool.rate);
        long latest = query.deadline() - duration;
        for (long from = query.earliest(); from <= latest && !effort.isSpent(); ) {
            Window run = licences.firstRun(query.licences(), from, latest, duration, effort);
            if (run == null) {
                return null;
            }
            Query within = query.from(run.start()).by(run.end() - 1 + duration);
            Placement found = earliest ? earliestIn(pool.id, within) : findIn(pool.id, within);
            if (found != null) {
                return found.withTaken(found.taken().withLicences(query.licences()));
            }
            from = run.end();
        }
        return null;
    }

    private @Nullable Placement findIn(PoolId pool, Query query) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(pool);
        if (hosts != null) {
            return hosts.find(query);
        }
        Predicate<PoolId> only = pool::equals;
        return query.slice().isWhole() ? counted.find(query.in(only)) : null;
    }

    private @Nullable Placement earliestIn(PoolId pool, Query query) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(pool);
        if (hosts != null) {
            return hosts.find(query, StartOrder.FIRST);
        }
        return query.slice().isWhole() ? counted.findEarliest(pool, query) : null;
    }

    @Override
    public @Nullable Placement findEarliest(PoolId pool, Query query) {
        return query.licences().isEmpty()
                ? earliestIn(pool, query)
                : findWithLicences(new Rated(pool, rate(pool)), query, true);
    }

    @Override
    public boolean hasRoom(Query query) {
        return isCountedAlone(query) ? counted.hasRoom(query) : find(query) != null;
    }

    private boolean isCountedAlone(Query query) {
        return hostPools.isEmpty()
                && query.licences().isEmpty()
                && query.slice().isWhole();
    }

    @Override
    public @Nullable Placement findWithout(Query query, List<Placement> absent) {
        return isCountedAlone(query) ? counted.findWithout(query, absent) : Calendar.super.findWithout(query, absent);
    }

    @Override
    public @Nullable Placement sameTime(Placement placement, IntPredicate allowed) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(placement.pool());
        if (hosts == null || !licences.isFree(placement.taken().licences(), placement.window())) {
            return null;
        }
        Taken taken = placement.taken();
        Placement found = hosts.place(placement.count(), taken.slice(), placement.window(), allowed);
        return found == null ? null : found.withTaken(found.taken().withLicences(taken.licences()));
    }

    @Override
    public @Nullable Repacking repack(PoolId pool, Query query, Waiting waiting) {
        HostPool hosts = !clears || hostPools.isEmpty() ? null : byPool.get(pool);
        if (hosts == null) {
            return null;
        }
        Repacking found = new HostClearing(
                        hosts,
                        query,
                        waiting,
                        window -> query.licences().isEmpty() || licences.isFree(query.licences(), window))
                .find();
        if (found == null || query.licences().isEmpty()) {
            return found;
        }
        Placement placement = found.placement();
        return new Repacking(placement.withTaken(placement.taken().withLicences(query.licences())), found.moved());
    }

    @Override
    public @Nullable Repacking clear(Placement settled, Waiting waiting) {
        HostPool hosts = byPool.get(settled.pool());
        return hosts == null || !licences.isFree(settled.taken().licences(), settled.window())
                ? null
                : HostClearing.around(hosts, settled, waiting);
    }

    @Override
    public Refusal.@Nullable Shortage shortage(Query query) {
        for (int i = 0; i < query.licences().size(); i++) {
            Refusal.Shortage shortage = licences.shortage(query, i);
            if (shortage != null) {
                return shortage;
            }
        }
        Refusal.Shortage nearest = null;
        for (HostPool pool : hostPools) {
            if (query.eligible().test(pool.pool().id())) {
                Refusal.Shortage shortage = pool.shortage(query);
                if (shortage != null && (nearest == null || shortage.free() > nearest.free())) {
                    nearest = shortage;
                }
            }
        }
        return nearest;
    }

    @Override
    public boolean isFree(Placement placement) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(placement.pool());
        return (hosts == null ? counted.isFree(placement) : hosts.isFree(placement))
                && (placement.taken().isPlain()
                        || licences.isFree(placement.taken().licences(), placement.window()));
    }

    @Override
    public boolean isWithinCapacity(PoolId pool, Window window) {
        // What names its hosts is never overbooked while a plan is tried out.
        return byPool.containsKey(pool) || counted.isWithinCapacity(pool, window);
    }

    @Override
    public long freeUntil(PoolId pool, Slice slice, int servers, long from) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(pool);
        return hosts != null
                ? hosts.roomUntil(slice, servers, from)
                : slice.isWhole() ? counted.freeUntil(pool, slice, servers, from) : from;
    }

    @Override
    public long nextFreed(PoolId pool, long after, long until) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(pool);
        long next = hosts == null ? counted.nextFreed(pool, after, until) : hosts.nextFreed(after, until);
        return licences.isEmpty() ? next : Math.min(next, licences.nextFreed(after, Math.min(next, until)));
    }

    @Override
    public void book(Placement placement) {
        add(placement, 1);
    }

    @Override
    public void release(Placement placement) {
        add(placement, -1);
    }

    private void add(Placement placement, int sign) {
        HostPool hosts = counts || hostPools.isEmpty() ? null : byPool.get(placement.pool());
        if (hosts != null) {
            hosts.add(placement, sign);
        } else if (sign > 0) {
            counted.book(placement);
        } else {
            counted.release(placement);
        }
        if (!placement.taken().isPlain()) {
            licences.add(placement.taken().licences(), placement.window(), sign);
        }
    }

    @Override
    public void recall(Placement placement) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(placement.pool());
        if (hosts != null) {
            hosts.add(placement, 1);
        }
        licences.add(placement.taken().licences(), placement.window(), 1);
    }

    @Override
    public Undo forget(long now) {
        if (counts) {
            return counted.forget(now);
        }
        Undo undo = counted.forget(now);
        for (HostPool pool : hostPools) {
            undo = pool.forget(now).then(undo);
        }
        return licences.isEmpty() ? undo : licences.forget(now).then(undo);
    }

    @Override
    public void freeServers(PoolId pool, long from, long to, Steps steps) {
        HostPool hosts = hostPools.isEmpty() ? null : byPool.get(pool);
        if (hosts == null) {
            counted.freeServers(pool, from, to, steps);
        } else {
            hosts.unused(from, to, steps);
        }
    }

    @Override
    public void freeServer(PoolId pool, int server, long from, long to, Steps steps) {
        counted.freeServer(pool, server, from, to, steps);
    }

    @Override
    public long size() {
        long steps = counted.size();
        for (HostPool pool : hostPools) {
            steps += pool.size();
        }
        return steps;
    }

    @Override
    public void save(DataOutput out, long now) throws IOException {
        counted.save(out, now);
    }

    @Override
    public void load(DataInput in) throws IOException {
        counted.load(in);
    }
}
