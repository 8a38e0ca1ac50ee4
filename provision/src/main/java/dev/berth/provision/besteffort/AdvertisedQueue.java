package dev.berth.provision.besteffort;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.provision.site.Granted;
import dev.berth.provision.site.JobQueue;
import dev.berth.provision.slot.Slot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The queue of a site that is known by its slots alone: what is in no slot is taken. Servers are counted, as in {@code
 * SiteScheduler}. A job pays for its run time only (Eq 10), at the lowest price of the slots that are free when it starts,
 * and gets no discount for booking ahead.
 */
final class AdvertisedQueue implements JobQueue {
    private final List<Slot> slots;
    private final Pool pool;
    private final Calendar calendar = Calendars.create("earliest");
    private long granted;
    private long now;
    private Money cost = Money.ZERO;

    /** @param slots of one site, at least one */
    AdvertisedQueue(List<Slot> slots) {
        this.slots = List.copyOf(slots);
        NavigableMap<Long, Integer> free = free(slots);
        int most = free.values().stream().mapToInt(count -> count).max().orElseThrow();
        this.pool = new Pool("site", most, "1");
        calendar.addServers(pool, 0, most, 0);
        for (Map.Entry<Long, Integer> step : free.entrySet()) {
            Long next = free.higherKey(step.getKey());
            Window window = new Window(step.getKey(), next == null ? Window.FOREVER : next);
            if (step.getValue() < most) {
                calendar.book(new Placement(pool.id(), most - step.getValue(), window, ServerSet.EMPTY));
            }
        }
    }

    /** How many servers are free from each time on, from 0. */
    private static NavigableMap<Long, Integer> free(List<Slot> slots) {
        NavigableMap<Long, Long> changes = new TreeMap<>(Map.of(0L, 0L));
        for (Slot slot : slots) {
            changes.merge(slot.start(), (long) slot.servers(), Long::sum);
            if (slot.latestEnd() < Window.FOREVER) {
                changes.merge(slot.latestEnd(), (long) -slot.servers(), Long::sum);
            }
        }
        NavigableMap<Long, Integer> free = new TreeMap<>();
        long sum = 0;
        for (Map.Entry<Long, Long> change : changes.entrySet()) {
            sum += change.getValue();
            free.put(change.getKey(), (int) Math.min(Pool.MOST_SERVERS, sum));
        }
        return free;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public void advance(long to) {
        now = to;
        calendar.forget(to);
    }

    @Override
    public Optional<Granted> queue(int servers, long runTime) {
        if (servers > pool.servers()) {
            return Optional.empty();
        }
        Shape shape = new Shape.Rigid(servers, new Work(runTime));
        Placement found = calendar.find(new Query(now, now, Window.FOREVER, shape, servers, Query.ANY_POOL));
        if (found == null) {
            return Optional.empty();
        }
        calendar.book(found);
        cost = cost.plus(price(found.window(), servers));
        return Optional.of(new Granted(granted++, found.window(), servers));
    }

    private Money price(Window window, int servers) {
        long serverTime = Math.multiplyExact(window.length(), servers);
        return slots.stream()
                .filter(slot -> slot.start() <= window.start() && window.start() < slot.latestEnd())
                .map(slot -> slot.unitCost().of(serverTime))
                .min(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalStateException("a job starts where no slot is"));
    }

    /** Total of all jobs so far. */
    Money cost() {
        return cost;
    }
}
