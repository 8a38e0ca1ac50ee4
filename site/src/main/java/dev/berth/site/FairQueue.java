package dev.berth.site;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes that wait, a queue for each actor. The next is of whoever has had the least work done so far, counted in steps,
 * among those who wait; what one asks for is done in the order it came. So a user who asks for something costly waits while
 * others who ask for little are served, and everybody waits for one write of another user that is under way at most.
 *
 * <p>This is fair queueing by virtual time: who comes again begins where the one stands who was served last, so nobody saves
 * up turns; who is ahead of that is remembered until the others have caught up.
 */
final class FairQueue {
    /** Actors without writes that are remembered before those are forgotten who are not ahead of the others. */
    private static final int REMEMBERED = 1_000;

    private final int most;
    private final int mostOfOne;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Map<String, Actor> byName = new HashMap<>();
    /** Actors with waiting writes, except the one that is being served. */
    private final PriorityQueue<Actor> next = new PriorityQueue<>(
            Comparator.<Actor>comparingLong(actor -> actor.had).thenComparingLong(actor -> actor.turn));

    private int size;
    private long served;
    private long turns;

    /** Somebody who writes. */
    private static final class Actor {
        private final ArrayDeque<PendingWrite<?>> waiting = new ArrayDeque<>();
        /** Virtual time in steps: the work done for this actor, counted from that of the actor served last when it joined. */
        private long had;
        /** Among equals who came first is served first. */
        private long turn;

        private boolean isServed;
    }

    /**
     * An empty queue.
     *
     * @param most how many may wait altogether
     * @param mostOfOne how many of one actor, so that nobody fills it alone
     */
    FairQueue(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** False if there is no room for it. */
    boolean offer(PendingWrite<?> work) {
        lock.lock();
        try {
            Actor actor = byName.computeIfAbsent(work.actor, name -> new Actor());
            if (size >= most || actor.waiting.size() >= mostOfOne) {
                return false;
            }
            actor.waiting.add(work);
            size++;
            if (actor.waiting.size() == 1 && !actor.isServed) {
                queue(actor);
            }
            filled.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void queue(Actor actor) {
        actor.had = Math.max(actor.had, served);
        actor.turn = turns++;
        next.add(actor);
    }

    /** The next one, after which {@link #done} has to be told of it; null if nothing comes for so long. */
    @Nullable
    PendingWrite<?> poll(long time, TimeUnit unit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = unit.toNanos(time);
            while (next.isEmpty() && left > 0) {
                left = filled.awaitNanos(left);
            }
            return take();
        } finally {
            lock.unlock();
        }
    }

    /** The same without waiting. */
    @Nullable
    PendingWrite<?> poll() {
        lock.lock();
        try {
            return take();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable PendingWrite<?> take() {
        Actor actor = next.poll();
        if (actor == null) {
            return null;
        }
        served = Math.max(served, actor.had);
        actor.isServed = true;
        size--;
        return actor.waiting.remove();
    }

    /** This many steps were done for a write that was handed out; of no effect if that is known. */
    void done(PendingWrite<?> work, long steps) {
        lock.lock();
        try {
            Actor actor = byName.get(work.actor);
            if (actor == null || !actor.isServed) {
                return;
            }
            actor.isServed = false;
            actor.had += steps;
            if (!actor.waiting.isEmpty()) {
                queue(actor);
            }
            if (byName.size() > REMEMBERED) {
                byName.values().removeIf(each -> each.waiting.isEmpty() && !each.isServed && each.had <= served);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean remove(PendingWrite<?> work) {
        lock.lock();
        try {
            Actor actor = byName.get(work.actor);
            if (actor == null || !actor.waiting.remove(work)) {
                return false;
            }
            if (actor.waiting.isEmpty()) {
                next.remove(actor);
            }
            size--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return size == 0;
        } finally {
            lock.unlock();
        }
    }
}
