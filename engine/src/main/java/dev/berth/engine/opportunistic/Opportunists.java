package dev.berth.engine.opportunistic;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The opportunistic jobs of a book: those queued, in the order they came, and those that run. Kept by the book. */
public final class Opportunists {
    private final NavigableMap<OpportunistId, Opportunist> queue = new TreeMap<>();
    private final NavigableMap<OpportunistId, Stint> running = new TreeMap<>();
    private final NavigableSet<Stint> byEnd =
            new TreeSet<>(Comparator.comparingLong(Stint::end).thenComparing(Stint::id));
    private final Map<PoolId, NavigableMap<Integer, Stint>> seats = new HashMap<>();
    private long nextNumber = 1;

    public boolean isEmpty() {
        return queue.isEmpty() && running.isEmpty();
    }

    public long nextNumber() {
        return nextNumber;
    }

    /** The next one to be queued gets this number; for a book that is restored. */
    public void countFrom(long number) {
        nextNumber = number;
    }

    /** Jobs that wait for servers, by number. */
    public Collection<Opportunist> queued() {
        return Collections.unmodifiableCollection(queue.values());
    }

    /** Stints of the running jobs, by number. */
    public Collection<Stint> running() {
        return Collections.unmodifiableCollection(running.values());
    }

    public boolean knows(OpportunistId id) {
        return queue.containsKey(id) || running.containsKey(id);
    }

    public boolean runs(OpportunistId id) {
        return running.containsKey(id);
    }

    /** The first in the queue with a number above this one; null if there is none. */
    @Nullable
    Opportunist queuedAfter(long number) {
        Map.Entry<OpportunistId, Opportunist> next = queue.ceilingEntry(new OpportunistId(number + 1));
        return next == null ? null : next.getValue();
    }

    /** Stint that ends first; null if no job runs. */
    @Nullable
    Stint firstToEnd() {
        return byEnd.isEmpty() ? null : byEnd.first();
    }

    /** Running stints by server of a pool. */
    NavigableMap<Integer, Stint> on(PoolId pool) {
        return seats.getOrDefault(pool, Collections.emptyNavigableMap());
    }

    /** Carries a turn out. The result takes it back exactly, once all later turns are taken back. */
    public Undo apply(Turn turn) {
        return switch (turn) {
            case Turn.Queued t -> enqueue(t.opportunist());
            case Turn.Began t -> begin(t);
            case Turn.Preempted t -> preempt(t);
            case Turn.Ended t -> end(t.opportunist());
            case Turn.Cancelled t -> cancel(t.opportunist());
        };
    }

    private Undo enqueue(Opportunist opportunist) {
        long before = nextNumber;
        nextNumber = Math.max(nextNumber, opportunist.id().number() + 1);
        queue.put(opportunist.id(), opportunist);
        return () -> {
            queue.remove(opportunist.id());
            nextNumber = before;
        };
    }

    private Undo begin(Turn.Began turn) {
        Opportunist opportunist = queue.remove(turn.opportunist());
        if (opportunist == null) {
            throw new IllegalArgumentException("no opportunistic job " + turn.opportunist() + " is queued");
        }
        Stint stint = new Stint(opportunist, turn.pool(), turn.rate(), turn.servers(), turn.at());
        sit(stint);
        return () -> {
            stand(stint);
            queue.put(opportunist.id(), opportunist);
        };
    }

    private Undo preempt(Turn.Preempted turn) {
        Stint stint = stint(turn.opportunist());
        stand(stint);
        queue.put(stint.id(), stint.opportunist().withLeft(turn.left()));
        return () -> {
            queue.remove(stint.id());
            sit(stint);
        };
    }

    private Undo end(OpportunistId id) {
        Stint stint = stint(id);
        stand(stint);
        return () -> sit(stint);
    }

    private Undo cancel(OpportunistId id) {
        Opportunist queued = queue.remove(id);
        return queued == null ? end(id) : () -> queue.put(id, queued);
    }

    private Stint stint(OpportunistId id) {
        Stint stint = running.get(id);
        if (stint == null) {
            throw new IllegalArgumentException("no opportunistic job " + id + " runs");
        }
        return stint;
    }

    private void sit(Stint stint) {
        running.put(stint.id(), stint);
        byEnd.add(stint);
        NavigableMap<Integer, Stint> there = seats.computeIfAbsent(stint.pool(), pool -> new TreeMap<>());
        stint.servers().forEach(server -> there.put(server, stint));
    }

    private void stand(Stint stint) {
        running.remove(stint.id());
        byEnd.remove(stint);
        NavigableMap<Integer, Stint> there = on(stint.pool());
        stint.servers().forEach(there::remove);
    }
}
