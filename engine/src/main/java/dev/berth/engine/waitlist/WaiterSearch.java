package dev.berth.engine.waitlist;

import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Window;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BiPredicate;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One look at the waiting list: the entries that may fit what has come free, in their order. A full search for a place is only
 * made for those that it returns.
 *
 * <p>What makes it short: a group is left out whose pools had nothing freed; a block of a group whose times are elsewhere; an
 * entry whose times are; and an entry that needs as much as one that has found no room. None of these can fit, as long as the
 * room for a job is also room for a smaller one.
 */
public final class WaiterSearch {
    /** Blocks that are looked at in about the time of one step. */
    private static final int SEEN_AT_A_STEP = 8;

    private final PriorityQueue<Turn> turns = new PriorityQueue<>(
            Comparator.comparingLong(turn -> turn.waiter.id().number()));
    private final long now;
    private final LongConsumer spend;
    private final BiPredicate<Requirements, Waiter> affords;
    private @Nullable Turn current;

    /**
     * Begins behind the last entry that was looked at.
     *
     * @param windows for requirements, the window around what has come free for them; null if nothing has
     * @param affords whether an entry can pay for what has come free
     * @param spend is told the steps that it takes
     */
    public WaiterSearch(
            Waitlist waitlist,
            long now,
            Windows windows,
            BiPredicate<Requirements, Waiter> affords,
            LongConsumer spend) {
        this.now = now;
        this.spend = spend;
        this.affords = affords;
        for (WaiterGroup group : waitlist.groups()) {
            Window window = windows.freedFor(group.requirements());
            if (window != null) {
                push(new Gap(group, window), waitlist.freed().after());
            }
        }
    }

    /** The time that has come free for requirements. */
    @FunctionalInterface
    public interface Windows {
        /** The window around all of it; null if there is none. */
        @Nullable
        Window freedFor(Requirements requirements);
    }

    /** Time that has come free for a group, and the entries of it that found no room there. */
    final class Gap {
        private final WaiterGroup group;
        private final Window window;
        private final Misses misses = new Misses(now);
        private long seen;

        Gap(WaiterGroup group, Window window) {
            this.group = group;
            this.window = window;
        }

        long from() {
            return window.start();
        }

        long end() {
            return window.end();
        }

        long now() {
            return now;
        }

        void looked() {
            if (++seen % SEEN_AT_A_STEP == 0) {
                spend.accept(1);
            }
        }

        boolean mayServe(Waiter waiter) {
            long earliest = waiter.earliest(now);
            return waiter.until() > now
                    && earliest < window.end()
                    && waiter.job().deadline() > window.start()
                    && earliest + waiter.least() <= waiter.job().deadline()
                    && (waiter.job().terms().budget() == null || affords.test(group.requirements(), waiter));
        }
    }

    private record Turn(Gap gap, Waiter waiter) {}

    private void push(Gap gap, long after) {
        Waiter next = gap.group.next(after, gap, gap.misses);
        if (next != null) {
            turns.add(new Turn(gap, next));
        }
    }

    /** The next entry that may fit; null if there is none. */
    public @Nullable Waiter next() {
        if (current != null) {
            push(current.gap, current.waiter.id().number());
        }
        current = turns.poll();
        // Others of its group may have missed since it was found.
        while (current != null && current.gap.misses.ruleOut(current.waiter)) {
            push(current.gap, current.waiter.id().number());
            current = turns.poll();
        }
        return current == null ? null : current.waiter;
    }

    /** There is no room for the entry that was returned last, at whatever price. */
    public void missed() {
        if (current != null) {
            current.gap.misses.add(current.waiter);
        }
    }
}
