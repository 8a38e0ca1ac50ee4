package dev.berth.engine.admission.reschedule;

import dev.berth.engine.calendar.Locality;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Waiting reservations in the order in which they are rescheduled. Kept in columns rather than objects, because a pass
 * asks of every entry whether a window concerns it.
 *
 * <p>An entry is <em>settled</em> if the calendar would put it where it is, seeing only running reservations and the
 * entries before it. A settled entry that a change does not concern stays where it is without being looked at. The flags
 * only save work: a queue that has forgotten them leads to the same decisions.
 */
final class WaitingQueue {
    private final Locality locality;
    private final Map<PoolId, Integer> pools = new HashMap<>();

    private int size;
    /** Null for one that is still to be admitted. */
    private @Nullable Reservation[] reservations = new Reservation[64];

    private long[] numbers = new long[64];
    private long[] ranks = new long[64];
    private long[] ready = new long[64];
    private long[] deadlines = new long[64];
    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private int[] pool = new int[64];
    private int[] rates = new int[64];
    /** No pool slower than this could do the work in time. */
    private int[] slowest = new int[64];
    /** Tries every pool with one number of servers before the next number: no pool comes after its own. */
    private boolean[] moldable = new boolean[64];

    private boolean[] settled = new boolean[64];

    WaitingQueue(Locality locality) {
        this.locality = locality;
    }

    int size() {
        return size;
    }

    Reservation get(int position) {
        return Objects.requireNonNull(reservations[position]);
    }

    boolean isSettled(int position) {
        return settled[position];
    }

    void settle(int position, boolean is) {
        settled[position] = is;
    }

    long ready(int position) {
        return ready[position];
    }

    void clear() {
        Arrays.fill(reservations, 0, size, null);
        size = 0;
    }

    /** Where an entry of this rank and number stands or would stand. */
    int position(long rank, long number) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            boolean before = ranks[middle] != rank ? ranks[middle] < rank : numbers[middle] < number;
            if (before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Makes room at a position for an entry that is still to be admitted; the order is the caller's concern. */
    void insert(int position, long rank, long number) {
        if (size == ranks.length) {
            grow();
        }
        shift(position, position + 1, size - position);
        size++;
        ranks[position] = rank;
        numbers[position] = number;
        reservations[position] = null;
        settled[position] = false;
    }

    /** Moves an entry to a later position; those between move up. */
    void postpone(int position, int later) {
        long rank = ranks[position];
        long number = numbers[position];
        delete(position);
        insert(later, rank, number);
    }

    /** Sets the reservation at a position, and its placement. */
    void set(int position, Reservation reservation, int rate) {
        reservations[position] = reservation;
        ready[position] = reservation.job().ready() - reservation.job().terms().leastNotice();
        deadlines[position] = reservation.job().deadline();
        starts[position] = reservation.window().start();
        ends[position] = reservation.window().end();
        pool[position] = indexOf(reservation.placement().pool());
        rates[position] = rate;
        slowest[position] = slowest(reservation.job(), ready[position]);
        moldable[position] = reservation.job().shape().isMoldable();
    }

    void delete(int position) {
        shift(position + 1, position, size - position - 1);
        size--;
        reservations[size] = null;
    }

    private void shift(int from, int to, int count) {
        System.arraycopy(reservations, from, reservations, to, count);
        System.arraycopy(numbers, from, numbers, to, count);
        System.arraycopy(ranks, from, ranks, to, count);
        System.arraycopy(ready, from, ready, to, count);
        System.arraycopy(deadlines, from, deadlines, to, count);
        System.arraycopy(starts, from, starts, to, count);
        System.arraycopy(ends, from, ends, to, count);
        System.arraycopy(pool, from, pool, to, count);
        System.arraycopy(rates, from, rates, to, count);
        System.arraycopy(slowest, from, slowest, to, count);
        System.arraycopy(moldable, from, moldable, to, count);
        System.arraycopy(settled, from, settled, to, count);
    }

    private void grow() {
        int capacity = 2 * size;
        reservations = Arrays.copyOf(reservations, capacity);
        numbers = Arrays.copyOf(numbers, capacity);
        ranks = Arrays.copyOf(ranks, capacity);
        ready = Arrays.copyOf(ready, capacity);
        deadlines = Arrays.copyOf(deadlines, capacity);
        starts = Arrays.copyOf(starts, capacity);
        ends = Arrays.copyOf(ends, capacity);
        pool = Arrays.copyOf(pool, capacity);
        rates = Arrays.copyOf(rates, capacity);
        slowest = Arrays.copyOf(slowest, capacity);
        moldable = Arrays.copyOf(moldable, capacity);
        settled = Arrays.copyOf(settled, capacity);
    }

    private int indexOf(PoolId id) {
        return pools.computeIfAbsent(id, unknown -> pools.size());
    }

    /** Capacity changed: what it may concern is no longer settled. */
    void unsettle(PoolId changed, int rate, Window window, boolean freed) {
        int index = indexOf(changed);
        for (int i = 0; i < size; i++) {
            if (settled[i] && concerns(i, index, rate, window.start(), window.end(), freed)) {
                settled[i] = false;
            }
        }
    }

    /** Marks the entries from a position on that a change of capacity may concern. */
    void mark(int from, Placement changed, int rate, boolean freed, boolean[] marks) {
        int index = indexOf(changed.pool());
        Window window = changed.window();
        for (int i = from; i < size; i++) {
            if (!marks[i] && concerns(i, index, rate, window.start(), window.end(), freed)) {
                marks[i] = true;
            }
        }
    }

    private boolean concerns(int i, int changed, int rate, long start, long end, boolean freed) {
        return switch (locality) {
            case GLOBAL -> true;
            case INTERVAL -> start <= deadlines[i] && ready[i] <= end;
            case FIRST_FIT ->
                freed
                        ? isFreedFor(i, changed, rate, start, end)
                        : pool[i] == changed && start < ends[i] && starts[i] < end;
        };
    }

    private boolean isFreedFor(int i, int changed, int rate, long start, long end) {
        if (pool[i] == changed && !moldable[i]) {
            // What starts as early as it may cannot start earlier.
            return starts[i] > ready[i] && start < ends[i] && ready[i] < end;
        }
        return rate >= slowest[i] && (moldable[i] || rate <= rates[i]) && start < deadlines[i] && ready[i] < end;
    }

    /** The slowest rate, in millionths, at which a job that starts then could be done in time; 0 if none is too slow. */
    static int slowest(Job job, long earliest) {
        if (!(job.shape() instanceof Shape.Rigid rigid) || earliest >= job.deadline()) {
            return 0;
        }
        return (int) Math.min(Integer.MAX_VALUE, rigid.each().amount() * 1_000_000 / (job.deadline() - earliest));
    }

    /**
     * The next entry, from a position on, without which the calendar might find another place for a job than the one it
     * found with it.
     *
     * @param found where the job goes with all of them there; null if nowhere, or if it is moldable
     * @param from the slowest rate that would do, to the rate of the pool it was found in
     * @return {@link #size()} if there is none
     */
    int nextInTheWay(int position, long earliest, long deadline, @Nullable Placement found, int from, int to) {
        int own = found == null ? -1 : indexOf(found.pool());
        long end = found == null ? deadline : found.window().end();
        for (int i = position; i < size; i++) {
            if (isInTheWay(i, earliest, deadline, own, end, from, to)) {
                return i;
            }
        }
        return size;
    }

    private boolean isInTheWay(int i, long earliest, long deadline, int own, long end, int from, int to) {
        return switch (locality) {
            case GLOBAL -> true;
            case INTERVAL -> starts[i] <= deadline && earliest <= ends[i];
            case FIRST_FIT -> {
                if (pool[i] == own) {
                    yield starts[i] < end && earliest < ends[i];
                }
                yield rates[i] >= from && rates[i] <= to && starts[i] < deadline && earliest < ends[i];
            }
        };
    }
}
