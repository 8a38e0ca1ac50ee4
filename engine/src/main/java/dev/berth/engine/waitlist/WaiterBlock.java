package dev.berth.engine.waitlist;

import java.util.ArrayList;
import java.util.List;

/** A short piece of a {@link WaiterGroup}, in order, and within which bounds all of it is. */
final class WaiterBlock {
    private final List<Waiter> waiters = new ArrayList<>(4);
    private long earliest = Long.MAX_VALUE;
    private long latest;
    private long least = Long.MAX_VALUE;

    List<Waiter> waiters() {
        return waiters;
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    void add(Waiter waiter) {
        int index = waiters.size();
        while (index > 0 && waiters.get(index - 1).id().number() > waiter.id().number()) {
            index--;
        }
        waiters.add(index, waiter);
        measure(waiter);
    }

    void remove(Waiter waiter) {
        waiters.remove(waiter);
        earliest = Long.MAX_VALUE;
        latest = 0;
        least = Long.MAX_VALUE;
        waiters.forEach(this::measure);
    }

    private void measure(Waiter waiter) {
        earliest = Math.min(earliest, waiter.job().ready());
        latest = Math.max(latest, waiter.job().deadline());
        least = Math.min(least, waiter.least());
    }

    /** Whether one of them may be able to use time of this window. */
    boolean mayUse(long from, long end, long now) {
        return earliest < end && latest > from && Math.max(earliest, now) + least <= latest;
    }
}
