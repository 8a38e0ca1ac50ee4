package dev.berth.engine.waitlist;

import dev.berth.engine.model.Requirements;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Entries with the same requirements, by number, in short blocks: a block of which none can use a window is not gone through. */
final class WaiterGroup {
    private static final int SHIFT = 6;

    private final Requirements requirements;
    private final TreeMap<Long, WaiterBlock> blocks = new TreeMap<>();

    WaiterGroup(Requirements requirements) {
        this.requirements = requirements;
    }

    Requirements requirements() {
        return requirements;
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }

    void add(Waiter waiter) {
        blocks.computeIfAbsent(waiter.id().number() >> SHIFT, any -> new WaiterBlock())
                .add(waiter);
    }

    void remove(Waiter waiter) {
        blocks.computeIfPresent(waiter.id().number() >> SHIFT, (any, block) -> {
            block.remove(waiter);
            return block.isEmpty() ? null : block;
        });
    }

    /** The first above a number that may use time of a window and is not ruled out by a miss; null if there is none. */
    @Nullable
    Waiter next(long after, WaiterSearch.Gap gap, Misses misses) {
        for (Map.Entry<Long, WaiterBlock> entry :
                blocks.tailMap((after + 1) >> SHIFT, true).entrySet()) {
            gap.looked();
            if (!entry.getValue().mayUse(gap.from(), gap.end(), gap.now())) {
                continue;
            }
            for (Waiter waiter : entry.getValue().waiters()) {
                if (waiter.id().number() > after && gap.mayServe(waiter) && !misses.ruleOut(waiter)) {
                    return waiter;
                }
            }
        }
        return null;
    }
}
