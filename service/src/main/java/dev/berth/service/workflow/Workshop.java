package dev.berth.service.workflow;

import dev.berth.site.Overloaded;
import dev.berth.workflow.model.Cancelled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where large workflows are read, planned and searched for: a few threads of their own, and a short queue for each user
 * before them. Users take turns, and none has all threads at once, so that nobody's work waits for all of another's.
 *
 * <p>Each piece of work has a budget of time. Over it, its thread is interrupted, and work ends at the next
 * {@link Cancelled#check}. Work that goes on all the same is given up: the waiting caller is told, and another thread
 * takes the place of its thread, as long as there are not too many such threads already.
 */
public final class Workshop {
    private static final Logger LOG = LoggerFactory.getLogger(Workshop.class);

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * How much there is room for.
     *
     * @param threads that work at once, 2 or more: one user has at most half of them
     * @param waiting pieces of work in all queues
     * @param waitingOfOne in the queue of one user
     * @param lost threads beside these that do not end when told, before no other takes their place
     * @param grace from the interruption until work is given up
     */
    public record Room(int threads, int waiting, int waitingOfOne, int lost, Duration grace) {
        public static Room usual() {
            int threads = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);
            return new Room(threads, 64, 16, threads, Duration.ofSeconds(5));
        }
    }

    private final String name;
    private final Room room;
    private final ScheduledThreadPoolExecutor watchdog;
    /** Queues by user, in the order of turns; none is empty. */
    private final LinkedHashMap<String, ArrayDeque<Piece<?>>> queues = new LinkedHashMap<>();

    private final Map<String, Integer> working = new HashMap<>();
    /** Number of threads that take work, without the abandoned ones. */
    private int threads;

    private int idle;
    private int lost;
    private long started;

    /** @param name of its threads */
    public Workshop(String name, Room room) {
        this.name = name;
        this.room = room;
        watchdog = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name + "-watchdog").factory());
        watchdog.setRemoveOnCancelPolicy(true);
        watchdog.setKeepAliveTime(IDLE.toSeconds(), TimeUnit.SECONDS);
        watchdog.allowCoreThreadTimeOut(true);
    }

    /**
     * Does the work some time, and does not wait for it.
     *
     * @param givenUp called instead if the work does not end, even when told
     * @throws Overloaded if too many wait already
     */
    public void begin(String user, Duration budget, Runnable work, Runnable givenUp) {
        add(new Piece<>(
                user,
                budget,
                () -> {
                    work.run();
                    return true;
                },
                givenUp));
    }

    /**
     * Does the work and waits for it.
     *
     * @param gone whether nobody wants the answer any more; asked now and then
     * @throws Overloaded if too many wait already
     * @throws TookTooLong if it is over its budget
     * @throws Cancelled if nobody wants the answer any more, or this thread is interrupted
     */
    public <T> T work(String user, Duration budget, BooleanSupplier gone, Supplier<T> work) {
        Piece<T> piece = new Piece<>(user, budget, work, () -> {});
        add(piece);
        while (true) {
            try {
                return piece.result.get(BETWEEN_LOOKS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (gone.getAsBoolean()) {
                    cancel(piece);
                    throw new Cancelled();
                }
            } catch (InterruptedException e) {
                cancel(piece);
                Thread.currentThread().interrupt();
                throw new Cancelled();
            } catch (ExecutionException e) {
                throw unwrapped(e, budget);
            }
        }
    }

    private static RuntimeException unwrapped(ExecutionException e, Duration budget) {
        return switch (e.getCause()) {
            // Work is cancelled for the waiting caller only by its budget.
            case Cancelled cancelled -> new TookTooLong(budget);
            case Error error -> throw error;
            case RuntimeException cause -> cause;
            case null, default -> new IllegalStateException(e);
        };
    }

    private void add(Piece<?> piece) {
        Piece<?> evicted = null;
        synchronized (this) {
            int ofOne = queued(piece.user());
            if (ofOne >= room.waitingOfOne || capacity() == 0) {
                throw new Overloaded(ofOne);
            }
            if (queues.values().stream().mapToInt(ArrayDeque::size).sum() >= room.waiting) {
                evicted = evict(ofOne);
            }
            queues.computeIfAbsent(piece.user(), user -> new ArrayDeque<>()).add(piece);
            notifyAll();
            hire();
        }
        if (evicted != null) {
            evicted.refuse(new Overloaded(room.waiting));
        }
    }

    /** How many threads may take work. */
    private int capacity() {
        return room.threads - Math.max(0, lost - room.lost);
    }

    private void hire() {
        if (!queues.isEmpty() && idle == 0 && threads < capacity()) {
            threads++;
            Thread.ofPlatform().daemon().name(name + "-" + ++started).start(this::serve);
        }
    }

    private int queued(String user) {
        ArrayDeque<Piece<?>> queue = queues.get(user);
        return queue == null ? 0 : queue.size();
    }

    /** Whoever has most in the queue loses the last of it to somebody who has less. */
    private Piece<?> evict(int ofOne) {
        Map.Entry<String, ArrayDeque<Piece<?>>> most = queues.entrySet().stream()
                .max(Comparator.comparingInt(queue -> queue.getValue().size()))
                .orElseThrow();
        if (most.getValue().size() <= ofOne + 1) {
            throw new Overloaded(room.waiting);
        }
        return most.getValue().removeLast();
    }

    private void cancel(Piece<?> piece) {
        synchronized (this) {
            ArrayDeque<Piece<?>> queue = queues.get(piece.user());
            if (queue != null && queue.remove(piece) && queue.isEmpty()) {
                queues.remove(piece.user());
            }
        }
        piece.interrupt();
    }

    /** Work of a thread: one piece after the other, until there is none or the thread is given up. */
    private void serve() {
        for (Piece<?> piece = next(); piece != null; piece = next()) {
            Piece<?> one = piece;
            var late = watchdog.schedule(one::interrupt, one.budget().toNanos(), TimeUnit.NANOSECONDS);
            var stuck = watchdog.schedule(
                    () -> giveUp(one), one.budget().plus(room.grace).toNanos(), TimeUnit.NANOSECONDS);
            one.run();
            late.cancel(false);
            stuck.cancel(false);
            if (!ended(one)) {
                return;
            }
        }
    }

    /** The first of a user's pieces; the user is the last in line then. */
    private synchronized Piece<?> taken(String user) {
        ArrayDeque<Piece<?>> theirs = Objects.requireNonNull(queues.remove(user));
        Piece<?> piece = theirs.remove();
        if (!theirs.isEmpty()) {
            queues.put(user, theirs);
        }
        working.merge(user, 1, Integer::sum);
        return piece;
    }

    /** The first of the next user who has not too many threads already; null if this thread is to end. */
    private synchronized @Nullable Piece<?> next() {
        long until = System.nanoTime() + IDLE.toNanos();
        while (true) {
            Optional<String> user = queues.keySet().stream()
                    .filter(each -> working.getOrDefault(each, 0) < Math.max(1, room.threads / 2))
                    .findFirst();
            if (user.isPresent()) {
                return taken(user.get());
            }
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                threads--;
                return null;
            }
            idle++;
            try {
                wait(left);
            } catch (InterruptedException e) {
                // Nobody interrupts a thread without work; it looks again.
            } finally {
                idle--;
            }
        }
    }

    /** Whether the thread may go on with other work. */
    private synchronized boolean ended(Piece<?> piece) {
        if (piece.isGivenUp()) {
            lost--;
            LOG.warn("Abandoned work of {} has ended after all", piece.user());
            hire();
            return false;
        }
        working.computeIfPresent(piece.user(), (user, count) -> count == 1 ? null : count - 1);
        notifyAll();
        return true;
    }

    private void giveUp(Piece<?> piece) {
        List<Piece<?>> hopeless = new ArrayList<>();
        synchronized (this) {
            if (!piece.giveUp()) {
                return;
            }
            lost++;
            threads--;
            working.computeIfPresent(piece.user(), (user, count) -> count == 1 ? null : count - 1);
            LOG.error(
                    "Work of {} did not end when cancelled after {}. Its thread is abandoned; {} are abandoned now, and"
                            + " up to {} are replaced",
                    piece.user(),
                    piece.budget(),
                    lost,
                    room.lost);
            hire();
            if (capacity() == 0) {
                queues.values().forEach(hopeless::addAll);
                queues.clear();
            }
        }
        piece.refuse(new TookTooLong(piece.budget()));
        hopeless.forEach(other -> other.refuse(new Overloaded(hopeless.size())));
    }

    /** How many threads do not end though they were told to. */
    public synchronized int lost() {
        return lost;
    }
}
