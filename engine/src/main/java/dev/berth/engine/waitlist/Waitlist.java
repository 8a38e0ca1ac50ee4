package dev.berth.engine.waitlist;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting list of a book: its entries in the order in which they came, and what has come free since they were last looked at.
 * Holds no capacity. Kept by the book.
 */
public final class Waitlist {
    private final NavigableMap<WaiterId, Waiter> waiting = new TreeMap<>();
    private final NavigableSet<Waiter> byEnd =
            new TreeSet<>(Comparator.comparingLong(Waiter::until).thenComparing(Waiter::id));
    private final Map<Requirements, WaiterGroup> groups = new LinkedHashMap<>();
    private Freed freed = Freed.NOTHING;
    private long nextNumber = 1;

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public long nextNumber() {
        return nextNumber;
    }

    /** The next one to come gets this number; for a book that is restored. */
    public void countFrom(long number) {
        nextNumber = number;
    }

    /** Entries in the order in which they are served. */
    public Collection<Waiter> waiting() {
        return Collections.unmodifiableCollection(waiting.values());
    }

    public @Nullable Waiter get(WaiterId id) {
        return waiting.get(id);
    }

    /** How many come before this one. */
    public int before(WaiterId id) {
        return waiting.headMap(id, false).size();
    }

    /** Entries that wait no longer at this time, the first to end first. */
    public List<Waiter> over(long now) {
        return byEnd.stream().takeWhile(waiter -> waiter.until() <= now).toList();
    }

    Collection<WaiterGroup> groups() {
        return groups.values();
    }

    /** Time that has come free and was not offered to all that wait. */
    public Freed freed() {
        return freed;
    }

    /** For a book that is restored, or a change that is taken back. */
    public void freed(Freed other) {
        freed = other;
    }

    /** Time has come free in a pool. */
    public void free(PoolId pool, Window window) {
        freed = freed.with(pool, window);
    }

    /** Carries a turn out. The result takes it back exactly, once all later turns are taken back. */
    public Undo apply(WaitlistTurn turn) {
        Freed before = freed;
        Undo done = switch (turn) {
            case WaitlistTurn.Joined t -> join(t.waiter());
            case WaitlistTurn.Served t -> {
                Undo left = leave(t.waiter());
                freed = freed.lookedTo(t.waiter());
                yield left;
            }
            case WaitlistTurn.Left t -> leave(t.waiter());
            case WaitlistTurn.LookedTo t -> {
                freed = freed.lookedTo(t.waiter());
                yield () -> {};
            }
            case WaitlistTurn.CaughtUp t -> {
                freed = Freed.NOTHING;
                yield () -> {};
            }
        };
        return () -> {
            done.undo();
            freed = before;
        };
    }

    private Undo join(Waiter waiter) {
        long before = nextNumber;
        nextNumber = Math.max(nextNumber, waiter.id().number() + 1);
        put(waiter);
        return () -> {
            take(waiter);
            nextNumber = before;
        };
    }

    private Undo leave(WaiterId id) {
        Waiter waiter = waiting.get(id);
        if (waiter == null) {
            throw new IllegalArgumentException("no " + id + " is on the waiting list");
        }
        take(waiter);
        if (waiting.isEmpty()) {
            freed = Freed.NOTHING;
        }
        return () -> put(waiter);
    }

    private void put(Waiter waiter) {
        waiting.put(waiter.id(), waiter);
        byEnd.add(waiter);
        groups.computeIfAbsent(waiter.job().requirements(), WaiterGroup::new).add(waiter);
    }

    private void take(Waiter waiter) {
        waiting.remove(waiter.id());
        byEnd.remove(waiter);
        groups.computeIfPresent(waiter.job().requirements(), (any, group) -> {
            group.remove(waiter);
            return group.isEmpty() ? null : group;
        });
    }
}
