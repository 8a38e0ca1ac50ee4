package dev.berth.lab.calendar;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * First fit over linked lists, as castillo III describes it: the lists are walked from their first idle period to the first
 * that is feasible. Berth's own {@code ff-hu} and {@code ff-ha} keep arrays and search them by halving where they can; these
 * place jobs alike and take the time that the paper's take. Jobs take one server.
 */
public abstract class LinkedLists implements Calendar {
    /** A list with the rates of its pools. */
    private record Group(Rate rate, IdleChain chain) {}

    private final @Nullable Comparator<Rate> order;
    private final List<Group> groups = new ArrayList<>();
    private final Map<PoolId, List<IdleNode.Host>> pools = new LinkedHashMap<>();
    /** The idle period that was found last, and is likely to be booked next. */
    private @Nullable IdleNode found;

    /**
     * One list, or several.
     *
     * @param order in which lists of one rate each are searched; null for one list of all servers
     */
    LinkedLists(@Nullable Comparator<Rate> order) {
        this.order = order;
    }

    private IdleChain chain(Rate rate) {
        for (Group group : groups) {
            if (order == null || group.rate.equals(rate)) {
                return group.chain;
            }
        }
        Group added = new Group(rate, new IdleChain());
        groups.add(added);
        if (order != null) {
            groups.sort(Comparator.comparing(Group::rate, order));
        }
        return added.chain;
    }

    @Override
    public boolean namesServers() {
        return true;
    }

    @Override
    public void addServers(Pool pool, int first, int count, long from) {
        if (first == 0) {
            pools.put(pool.id(), new ArrayList<>());
        }
        int place = List.copyOf(pools.keySet()).indexOf(pool.id());
        for (int number = first; number < first + count; number++) {
            IdleNode.Host host = new IdleNode.Host(pool.id(), place, number, pool.rate());
            hosts(pool.id()).add(host);
            chain(pool.rate()).insert(new IdleNode(host, from, Window.FOREVER), null);
        }
    }

    @Override
    public void removeServers(Pool pool, int first, int count, long from) {
        IdleChain chain = chain(pool.rate());
        List<IdleNode.Host> gone = hosts(pool.id()).subList(first, first + count);
        for (IdleNode node = chain.first(); node != null; node = node.next) {
            if (gone.contains(node.host)) {
                chain.remove(node);
            }
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
        long[] durations = pools.values().stream()
                .mapToLong(hosts -> query.duration(hosts.getFirst().rate()))
                .toArray();
        for (Group group : groups) {
            long latest = query.deadline() - query.duration(order == null ? Rate.FULL : group.rate);
            for (IdleNode node = group.chain.first(); node != null && node.start <= latest; node = node.next) {
                if (node.fits(query.earliest(), durations[node.host.poolOrder()], query.deadline())
                        && query.eligible().test(node.host.pool())) {
                    found = node;
                    return placement(node, query);
                }
            }
        }
        return null;
    }

    @Override
    public @Nullable Placement findEarliest(PoolId pool, Query query) {
        IdleNode best = null;
        Rate rate = hosts(pool).getFirst().rate();
        long duration = query.duration(rate);
        for (IdleNode node = chain(rate).first(); node != null; node = node.next) {
            if (node.host.pool().equals(pool)
                    && node.fits(query.earliest(), duration, query.deadline())
                    && (best == null || isEarlier(node, best, query.earliest()))) {
                best = node;
            }
        }
        return best == null ? null : placement(best, query);
    }

    private static boolean isEarlier(IdleNode node, IdleNode best, long earliest) {
        long start = Math.max(node.start, earliest);
        long other = Math.max(best.start, earliest);
        return start != other ? start < other : node.host.number() < best.host.number();
    }

    private static Placement placement(IdleNode node, Query query) {
        long start = Math.max(node.start, query.earliest());
        return new Placement(
                node.host.pool(),
                1,
                new Window(start, start + query.duration(node.host.rate())),
                ServerSet.of(node.host.number()));
    }

    @Override
    public boolean isFree(Placement placement) {
        return covering(placement) != null;
    }

    private @Nullable IdleNode covering(Placement placement) {
        Window window = placement.window();
        return chain(rate(placement.pool()))
                .covering(placement.pool(), placement.servers().get(0), window.start(), window.end());
    }

    @Override
    public void book(Placement placement) {
        Window window = placement.window();
        IdleNode hint = found;
        found = null;
        IdleNode node = hint != null
                        && hint.covers(placement.pool(), placement.servers().get(0), window.start(), window.end())
                ? hint
                : covering(placement);
        if (node == null) {
            throw new IllegalStateException("server of " + placement + " is not idle then");
        }
        IdleChain chain = chain(node.host.rate());
        long end = node.end;
        IdleNode near = node;
        if (node.start < window.start()) {
            node.end = window.start();
        } else {
            near = node.previous;
            chain.remove(node);
        }
        if (window.end() < end) {
            chain.insert(new IdleNode(node.host, window.end(), end), near);
        }
    }

    @Override
    public void release(Placement placement) {
        found = null;
        Window window = placement.window();
        int number = placement.servers().get(0);
        IdleChain chain = chain(rate(placement.pool()));
        IdleNode before = null;
        IdleNode after = null;
        for (IdleNode node = chain.first(); node != null && node.start <= window.end(); node = node.next) {
            if (node.host.number() == number && node.host.pool().equals(placement.pool())) {
                before = node.end == window.start() ? node : before;
                after = node.start == window.end() ? node : after;
            }
        }
        long end = after == null ? window.end() : after.end;
        if (after != null) {
            chain.remove(after);
        }
        if (before != null) {
            before.end = end;
        } else {
            chain.insert(new IdleNode(hosts(placement.pool()).get(number), window.start(), end), null);
        }
    }

    @Override
    public Undo forget(long now) {
        found = null;
        UndoLog all = new UndoLog();
        boolean any = false;
        for (Group group : groups) {
            for (IdleNode node = group.chain.first(); node != null && node.start < now; node = node.next) {
                if (node.end <= now) {
                    IdleNode gone = node;
                    group.chain.remove(gone);
                    all.add(() -> group.chain.insert(gone, null));
                    any = true;
                }
            }
        }
        return any ? all : Undo.NOTHING;
    }

    @Override
    public void freeServers(PoolId pool, long from, long to, Steps steps) {
        TreeMap<Long, Integer> changes = new TreeMap<>(Map.of(from, 0));
        for (IdleNode node = chain(rate(pool)).first(); node != null && node.start < to; node = node.next) {
            if (node.end > from && node.host.pool().equals(pool)) {
                changes.merge(Math.max(from, node.start), 1, Integer::sum);
                changes.merge(node.end, -1, Integer::sum);
            }
        }
        int idle = 0;
        for (Map.Entry<Long, Integer> change : changes.headMap(to).entrySet()) {
            idle += change.getValue();
            steps.step(change.getKey(), idle);
        }
    }

    @Override
    public long size() {
        return groups.stream().mapToLong(group -> group.chain.size()).sum();
    }

    @Override
    public void save(DataOutput out, long now) throws IOException {
        out.writeLong(size());
        for (Group group : groups) {
            for (IdleNode node = group.chain.first(); node != null; node = node.next) {
                out.writeInt(node.host.poolOrder());
                out.writeInt(node.host.number());
                out.writeLong(node.start);
                out.writeLong(node.end);
            }
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        for (Group group : groups) {
            for (IdleNode node = group.chain.first(); node != null; node = node.next) {
                group.chain.remove(node);
            }
        }
        List<List<IdleNode.Host>> all = List.copyOf(pools.values());
        for (long left = in.readLong(); left > 0; left--) {
            IdleNode.Host host = all.get(in.readInt()).get(in.readInt());
            chain(host.rate()).insert(new IdleNode(host, in.readLong(), in.readLong()), null);
        }
    }

    private Rate rate(PoolId pool) {
        return hosts(pool).getFirst().rate();
    }

    private List<IdleNode.Host> hosts(PoolId pool) {
        List<IdleNode.Host> hosts = pools.get(pool);
        if (hosts == null) {
            throw new IllegalArgumentException("no pool " + pool + " in this calendar");
        }
        return hosts;
    }
}
