package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of one pool, whose parts are booked apart. A placement names its hosts and devices, so that what is promised fits
 * together: totals are necessary and not sufficient (8 hosts with a free card each are no room for 8 cards). First the start is
 * chosen among all that some hosts allow, then the hosts.
 */
final class HostPool {
    /** Hosts that are looked at in about the time of one step of an {@link Effort}. */
    private static final int SEEN_AT_A_STEP = 8;

    final Layout layout;
    private final StartOrder order;
    private final HostRule rule;
    private final List<HostTimeline> hosts = new ArrayList<>();
    private final Totals totals;
    private final StartRuns runs = new StartRuns();
    private final StartGaps gaps = new StartGaps();
    private final LeastPeaks peaks;
    private final @Nullable HostDemand demand;
    private final Pool pool;
    Effort effort = Effort.unlimited();
    /** No window here was ever longer. */
    private long longest = 1;

    HostPool(Pool pool, StartOrder order, HostRule rule) {
        this.pool = pool;
        this.layout = new Layout(pool.parts());
        this.order = order;
        this.rule = rule;
        this.totals = new Totals(layout);
        this.peaks = new LeastPeaks(totals);
        this.demand = rule.asksForDemand() ? new HostDemand(layout) : null;
    }

    Pool pool() {
        return pool;
    }

    int size() {
        int steps = 0;
        for (HostTimeline host : hosts) {
            steps += host.size();
        }
        return steps;
    }

    int hosts() {
        return hosts.size();
    }

    void addHosts(int count) {
        for (int i = 0; i < count; i++) {
            hosts.add(new HostTimeline(layout));
        }
        totals.resize(hosts.size());
    }

    void removeHosts(int count) {
        for (int i = 0; i < count; i++) {
            hosts.removeLast();
        }
        totals.resize(hosts.size());
    }

    /** Where the job goes; null if nowhere. Licences are left out of account. */
    @Nullable
    Placement find(Query query, StartOrder by) {
        long duration = query.duration(pool.rate());
        long latest = query.deadline() - duration;
        if (latest < query.earliest()
                || query.servers() > hosts.size()
                || pool.parts().tooSmall(query.slice()) != null) {
            return null;
        }
        Need need = Need.of(query.slice(), layout);
        if (by == StartOrder.PROMPT && query.earliest() > query.now() && rule.isInTurn()) {
            return inTurn(need, query, latest, duration);
        }
        long start = start(need, query, latest, duration, by);
        return start < 0
                ? null
                : place(need, query.slice(), query.servers(), new Window(start, start + duration), any -> true);
    }

    @Nullable
    Placement find(Query query) {
        return find(query, order);
    }

    /** On the fewest of the first hosts that have a start in common, at the first one. */
    private @Nullable Placement inTurn(Need need, Query query, long latest, long duration) {
        int low = query.servers();
        int high = hosts.size();
        // More hosts never have fewer starts.
        while (low < high && query.servers() > 1) {
            int middle = (low + high) >>> 1;
            boolean some = startAmong(middle, need, query, latest, duration) >= 0;
            low = some ? low : middle + 1;
            high = some ? middle : high;
        }
        long start = startAmong(low, need, query, latest, duration);
        while (start < 0 && low < high) {
            start = startOn(low++, need, query, latest, duration);
        }
        if (start < 0) {
            return null;
        }
        int among = low;
        return place(need, query.slice(), query.servers(), new Window(start, start + duration), host -> host < among);
    }

    /** The first start on one host; -1 if there is none. */
    private long startOn(int host, Need need, Query query, long latest, long duration) {
        EarliestOfStarts found = new EarliestOfStarts();
        hosts.get(host).starts(need, query.earliest(), latest, duration, found);
        effort.spend(1);
        return found.earliest();
    }

    /** The first start that the number of hosts wanted have in common, looking at the first hosts only; -1 if there is none. */
    private long startAmong(int among, Need need, Query query, long latest, long duration) {
        runs.begin(query.earliest(), latest);
        int seen = 0;
        for (; seen < among && runs.whole() < query.servers(); seen++) {
            hosts.get(seen).starts(need, query.earliest(), latest, duration, runs);
        }
        effort.spend(1 + seen / SEEN_AT_A_STEP);
        runs.keep(query.servers());
        return runs.size() == 0 ? -1 : runs.low(0);
    }

    private long start(Need need, Query query, long latest, long duration, StartOrder by) {
        int servers = query.servers();
        boolean first = by == StartOrder.FIRST || (by == StartOrder.PROMPT && query.earliest() <= query.now());
        if (first && servers == 1) {
            return firstStart(need, query.earliest(), latest, duration);
        }
        if (servers == 1) {
            fillGaps(need, query.earliest(), latest, duration);
        } else {
            joinRuns(need, servers, query.earliest(), latest, duration);
        }
        if (runs.size() == 0) {
            return -1;
        }
        if (first) {
            return runs.low(0);
        }
        long start = peaks.best(runs, need, servers, query.now(), duration);
        effort.spend(1 + peaks.seen() / SEEN_AT_A_STEP);
        return start;
    }

    private long firstStart(Need need, long earliest, long latest, long duration) {
        EarliestOfStarts found = new EarliestOfStarts();
        int seen = 0;
        for (; seen < hosts.size() && found.earliest() != earliest; seen++) {
            long before = found.earliest() < 0 ? latest : found.earliest() - 1;
            hosts.get(seen).starts(need, earliest, before, duration, found);
        }
        effort.spend(1 + seen / SEEN_AT_A_STEP);
        return found.earliest();
    }

    /** Finds the starts that some host allows. From the last host on: the first ones are usually the fullest. */
    private void fillGaps(Need need, long earliest, long latest, long duration) {
        gaps.begin(earliest, latest);
        int left = hosts.size();
        while (left > 0 && !gaps.isEmpty()) {
            hosts.get(--left).starts(need, gaps.first(), gaps.last(), duration, gaps);
        }
        effort.spend(1 + (hosts.size() - left) / SEEN_AT_A_STEP);
        gaps.allowed(runs);
    }

    /** Finds the starts that several hosts allow at once. */
    private void joinRuns(Need need, int servers, long earliest, long latest, long duration) {
        runs.begin(earliest, latest);
        int left = hosts.size();
        while (left > 0 && runs.whole() < servers) {
            hosts.get(--left).starts(need, earliest, latest, duration, runs);
        }
        effort.spend(1 + (hosts.size() - left) / SEEN_AT_A_STEP);
        runs.keep(servers);
    }

    /** Starts at which the pool is least busy for the whole duration, the least busy first. */
    long[] leastBusy(Need need, Query query, long latest, long duration, int most) {
        runs.begin(query.earliest(), latest);
        runs.add(query.earliest(), latest);
        runs.keep(1);
        long[] lowest = peaks.lowest(runs, need, query.servers(), duration, most);
        effort.spend(1 + peaks.seen() / SEEN_AT_A_STEP);
        return lowest;
    }

    /** The hosts and devices for a window, chosen by the rule; null if there are too few. */
    @Nullable
    Placement place(int servers, Slice slice, Window window, IntPredicate allowed) {
        return servers > hosts.size() || pool.parts().tooSmall(slice) != null
                ? null
                : place(Need.of(slice, layout), slice, servers, window, allowed);
    }

    private @Nullable Placement place(Need need, Slice slice, int servers, Window window, IntPredicate allowed) {
        effort.spend(1 + hosts.size() / SEEN_AT_A_STEP);
        int[] best = new int[servers];
        long[] costs = new long[servers];
        int found = 0;
        for (int i = 0; i < hosts.size(); i++) {
            HostTimeline host = hosts.get(i);
            if (!allowed.test(i) || host.roomUntil(need, window.start(), window.end()) < window.end()) {
                continue;
            }
            long cost = rule.cost(this, host, need, window);
            if (found == servers && cost >= costs[servers - 1]) {
                continue;
            }
            int at = found < servers ? found++ : servers - 1;
            while (at > 0 && costs[at - 1] > cost) {
                costs[at] = costs[at - 1];
                best[at] = best[at - 1];
                at--;
            }
            costs[at] = cost;
            best[at] = i;
        }
        return found < servers ? null : on(ServerSet.of(best), need, slice, window);
    }

    /**
     * The host that the rule takes for one server, out of those that are allowed; -1 if none has room.
     *
     * @param as each host as it would be
     */
    int cheapest(IntFunction<HostTimeline> as, Need need, Window window, IntPredicate among) {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < hosts.size(); i++) {
            HostTimeline host = as.apply(i);
            if (among.test(i) && host.roomUntil(need, window.start(), window.end()) == window.end()) {
                if (rule.isFirstFit()) {
                    return i;
                }
                long cost = rule.cost(this, host, need, window);
                if (cost < least) {
                    least = cost;
                    best = i;
                }
            }
        }
        return best;
    }

    /** The largest share of a host that a need takes of any part, in thousandths. */
    long weight(Need need) {
        if (need.whole()) {
            return Share.WHOLE;
        }
        long most = 0;
        for (int i = 0; i < layout.amounts; i++) {
            most = Math.max(most, need.amounts()[i] * Share.WHOLE / layout.capacity[i]);
        }
        for (Need.Kind kind : need.kinds()) {
            most = Math.max(most, (long) kind.count() * Share.WHOLE / Long.bitCount(kind.of()));
        }
        return need.shareOf() == 0 ? most : Math.max(most, need.thousandths() / Long.bitCount(need.shareOf()));
    }

    private Placement on(ServerSet servers, Need need, Slice slice, Window window) {
        Devices devices = Devices.NONE;
        if (need.takesDevices()) {
            long[] bits = new long[servers.size()];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = hosts.get(servers.get(i)).devices(need, window);
            }
            devices = Devices.of(bits);
        }
        return new Placement(pool.id(), servers.size(), window, servers, Taken.of(slice, devices, Amounts.NONE));
    }

    boolean isFree(Placement placement) {
        if (placement.servers().isEmpty()) {
            return false;
        }
        Need need = need(placement);
        for (int i = 0; i < placement.count(); i++) {
            int host = placement.servers().get(i);
            if (host >= hosts.size()
                    || !need.isMetBy(placement.taken().devices().bits(i))
                    || !hosts.get(host).isFree(need, placement.taken().devices().bits(i), placement.window())) {
                return false;
            }
        }
        return true;
    }

    private Need need(Placement placement) {
        return Need.of(placement.taken().slice(), layout);
    }

    /** Takes what a placement takes, or gives it back. */
    void add(Placement placement, int sign) {
        Need need = need(placement);
        for (int i = 0; i < placement.count(); i++) {
            hosts.get(placement.servers().get(i))
                    .add(placement.window(), need, placement.taken().devices().bits(i), sign);
        }
        totals.add(placement.window(), need, placement.count(), sign);
        longest = Math.max(longest, placement.window().length());
        if (demand != null) {
            demand.add(placement.taken().slice(), placement.window().end(), sign * placement.count());
        }
    }

    /** Requests of all who run or wait here; empty unless the rule for hosts asks for them. */
    List<HostDemand.Request> demand() {
        return demand == null ? List.of() : demand.frequent();
    }

    /** Until when this many hosts have room for a slice from a time on. */
    long roomUntil(Slice slice, int servers, long from) {
        if (servers > hosts.size() || pool.parts().tooSmall(slice) != null) {
            return from;
        }
        Need need = Need.of(slice, layout);
        long[] until = new long[hosts.size()];
        for (int i = 0; i < until.length; i++) {
            until[i] = hosts.get(i).roomUntil(need, from, Window.FOREVER);
        }
        effort.spend(1 + until.length / SEEN_AT_A_STEP);
        Arrays.sort(until);
        return until[until.length - servers];
    }

    long nextFreed(long after, long until) {
        long next = Long.MAX_VALUE;
        for (HostTimeline host : hosts) {
            next = Math.min(next, host.nextFreed(after, Math.min(until, next)));
        }
        effort.spend(1 + hosts.size() / SEEN_AT_A_STEP);
        return next;
    }

    /** Steps of how many hosts nothing is taken of. */
    void unused(long from, long to, Calendar.Steps steps) {
        long[] changes = new long[64];
        int size = 0;
        int now = 0;
        for (HostTimeline host : hosts) {
            int first = host.at(from);
            boolean unused = host.isUnused(first);
            now += unused ? 1 : 0;
            for (int step = first + 1; step < host.size() && host.time(step) < to; step++) {
                if (host.isUnused(step) != unused) {
                    unused = !unused;
                    if (size == changes.length) {
                        changes = Arrays.copyOf(changes, 2 * size);
                    }
                    // A time and whether the host becomes free at it.
                    changes[size++] = host.time(step) << 1 | (unused ? 1 : 0);
                }
            }
        }
        effort.spend(1 + (hosts.size() + size) / SEEN_AT_A_STEP);
        Arrays.sort(changes, 0, size);
        steps.step(from, now);
        for (int i = 0; i < size; i++) {
            now += (changes[i] & 1) == 1 ? 1 : -1;
            if (i + 1 == size || changes[i + 1] >>> 1 != changes[i] >>> 1) {
                steps.step(changes[i] >>> 1, now);
            }
        }
    }

    /**
     * The part that is short for a job that starts as early as it may: of all hosts on the one that comes nearest, the part of which
     * the smallest share of what is wanted is free.
     */
    Refusal.@Nullable Shortage shortage(Query query) {
        if (query.slice().isWhole()) {
            return null;
        }
        Need need = Need.of(query.slice(), layout);
        long end = Math.min(query.deadline(), query.earliest() + query.duration(pool.rate()));
        Window window = new Window(query.earliest(), Math.max(end, query.earliest() + 1));
        int host = -1;
        int part = -1;
        long most = -1;
        for (int i = 0; i < hosts.size() && most < Share.WHOLE - 1; i++) {
            int scarcest = -1;
            // Only what is short is asked about.
            long share = Share.WHOLE;
            for (int each = 0; each < layout.parts.all().size() && share > most; each++) {
                long its = new FreeHostParts(hosts.get(i), layout).share(each, need, window, most);
                if (its < share) {
                    share = its;
                    scarcest = each;
                }
            }
            if (scarcest >= 0 && share > most) {
                most = share;
                host = i;
                part = scarcest;
            }
        }
        effort.spend(1 + hosts.size() / SEEN_AT_A_STEP);
        return host < 0 ? null : shortage(host, part, need, window);
    }

    private Refusal.Shortage shortage(int host, int part, Need need, Window window) {
        long wanted = layout.wanted(part, need);
        FreeHostParts parts = new FreeHostParts(hosts.get(host), layout);
        long free = Math.min(wanted, parts.free(part, need, window));
        long from = parts.lessFrom(part, need, wanted, window.start());
        long until = parts.enoughFrom(part, need, wanted, from);
        return new Refusal.Shortage(
                pool.id(), host, layout.parts.all().get(part).name(), wanted, free, from, until);
    }

    Undo forget(long now) {
        UndoLog all = null;
        for (HostTimeline host : hosts) {
            if (host.hasToForget(now)) {
                all = all == null ? new UndoLog() : all;
                all.add(host.forget(now));
            }
        }
        if (totals.hasToForget(now)) {
            all = all == null ? new UndoLog() : all;
            all.add(totals.forget(now));
        }
        Undo undo = all == null ? Undo.NOTHING : all;
        return demand == null ? undo : demand.forget(now).then(undo);
    }

    /** Whether its rule takes the first host that has room. */
    boolean isFirstFit() {
        return rule.isFirstFit();
    }

    long longest() {
        return longest;
    }

    HostTimeline host(int number) {
        return hosts.get(number);
    }
}
