package dev.berth.bench.peer;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Straightforward calendar, as a practitioner would write it: per pool a sorted list of the times at which the number of
 * free servers changes, searched and changed from its beginning. Places jobs as {@code earliest} does.
 */
public final class PlainLists implements PeerAvailability {
    private final List<FreeList> pools = new ArrayList<>();

    private record Step(long time, int free) {}

    private record FreeList(PoolId pool, Rate rate, List<Step> steps) {
        void add(Window window, int servers) {
            split(window.start());
            split(window.end());
            for (int i = 0; i < steps.size() && steps.get(i).time < window.end(); i++) {
                Step step = steps.get(i);
                if (step.time >= window.start()) {
                    steps.set(i, new Step(step.time, step.free + servers));
                }
            }
        }

        private void split(long time) {
            int i = 0;
            while (i < steps.size() && steps.get(i).time < time) {
                i++;
            }
            if (i == steps.size() || steps.get(i).time > time) {
                steps.add(i, new Step(time, i == 0 ? 0 : steps.get(i - 1).free));
            }
        }

        long firstStart(long earliest, long latest, long duration, int servers) {
            long start = earliest;
            for (int i = 0; i < steps.size() && steps.get(i).time < start + duration; i++) {
                long end = i + 1 < steps.size() ? steps.get(i + 1).time : Window.FOREVER;
                if (end > start && steps.get(i).free < servers) {
                    start = end;
                }
            }
            return start <= latest ? start : -1;
        }
    }

    public PlainLists(List<Pool> all) {
        for (Pool pool : all) {
            FreeList added = new FreeList(pool.id(), pool.rate(), new ArrayList<>());
            added.steps.add(new Step(0, pool.servers()));
            pools.add(added);
        }
        pools.sort(Comparator.comparing(FreeList::rate));
    }

    @Override
    public @Nullable Placement find(Query query) {
        for (FreeList pool : pools) {
            long duration = query.duration(pool.rate);
            long latest = query.deadline() - duration;
            if (latest >= query.earliest()) {
                long start = pool.firstStart(query.earliest(), latest, duration, query.servers());
                if (start >= 0) {
                    return new Placement(
                            pool.pool, query.servers(), new Window(start, start + duration), ServerSet.EMPTY);
                }
            }
        }
        return null;
    }

    @Override
    public void book(Placement placement) {
        list(placement).add(placement.window(), -placement.count());
    }

    @Override
    public void release(Placement placement) {
        list(placement).add(placement.window(), placement.count());
    }

    private FreeList list(Placement placement) {
        return pools.stream()
                .filter(pool -> pool.pool.equals(placement.pool()))
                .findFirst()
                .orElseThrow();
    }

    /** Drops what lies behind, and steps that change nothing. */
    @Override
    public void forget(long now) {
        for (FreeList pool : pools) {
            while (pool.steps.size() > 1 && pool.steps.get(1).time <= now) {
                pool.steps.removeFirst();
            }
            for (int i = pool.steps.size() - 1; i > 0; i--) {
                if (pool.steps.get(i).free == pool.steps.get(i - 1).free) {
                    pool.steps.remove(i);
                }
            }
        }
    }
}
