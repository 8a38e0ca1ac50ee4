package dev.berth.engine.admission.reschedule;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Servers on which a window is cleared, and what waits there: a pool, or one of its servers if the calendar names them. What
 * waits is in the order of the starts, as columns: a decision looks at the windows thousands of times. Kept from one decision
 * to the next, because reading them all from the roster would take longer than most decisions do.
 */
final class Lane {
    /** Server number of a lane that stands for all servers of a pool, which are counted. */
    static final int COUNTED = -1;

    private static final byte UNKNOWN = 0;
    private static final byte HAS_ROOM = 1;
    private static final byte HAS_NONE = 2;

    private final PoolId pool;
    private final int server;
    private int size;
    private @Nullable Reservation[] reservations = new Reservation[64];
    private long[] numbers = new long[64];
    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private int[] counts = new int[64];
    private long[] ranks = new long[64];
    /** No earlier entry, nor this one, ends later; up to {@code measured}. */
    private long[] latestEnds = new long[64];

    private int measured;
    /** Whether there is another free place for it, if that is known in this decision. */
    private byte[] rooms = new byte[64];
    /** Whether it has left its place in this decision. */
    private boolean[] left = new boolean[64];

    /** @param server the number of the one server, or {@link #COUNTED} */
    Lane(PoolId pool, int server) {
        this.pool = pool;
        this.server = server;
    }

    /** How many servers a job can have here at most. */
    int servers(Pool of) {
        return server == COUNTED ? of.servers() : 1;
    }

    /** How many servers are free here within {@code [from, to)}. */
    void freeServers(Calendar calendar, long from, long to, Calendar.Steps steps) {
        if (server == COUNTED) {
            calendar.freeServers(pool, from, to, steps);
        } else {
            calendar.freeServer(pool, server, from, to, steps);
        }
    }

    void insert(Reservation reservation) {
        if (size == starts.length) {
            grow(2 * size);
        }
        int at = position(reservation);
        shift(at, at + 1, size - at);
        size++;
        reservations[at] = reservation;
        numbers[at] = reservation.id().number();
        starts[at] = reservation.window().start();
        ends[at] = reservation.window().end();
        counts[at] = reservation.placement().count();
        measured = Math.min(measured, at);
    }

    void remove(Reservation reservation) {
        int at = position(reservation);
        shift(at + 1, at, size - at - 1);
        reservations[--size] = null;
        measured = Math.min(measured, at);
    }

    /** Where a reservation stands or would stand. */
    private int position(Reservation reservation) {
        long start = reservation.window().start();
        int at = startingBefore(start);
        while (at < size
                && starts[at] == start
                && numbers[at] < reservation.id().number()) {
            at++;
        }
        return at;
    }

    private void shift(int from, int to, int count) {
        System.arraycopy(reservations, from, reservations, to, count);
        System.arraycopy(numbers, from, numbers, to, count);
        System.arraycopy(starts, from, starts, to, count);
        System.arraycopy(ends, from, ends, to, count);
        System.arraycopy(counts, from, counts, to, count);
    }

    private void grow(int capacity) {
        reservations = Arrays.copyOf(reservations, capacity);
        numbers = Arrays.copyOf(numbers, capacity);
        starts = Arrays.copyOf(starts, capacity);
        ends = Arrays.copyOf(ends, capacity);
        counts = Arrays.copyOf(counts, capacity);
        ranks = Arrays.copyOf(ranks, capacity);
        latestEnds = Arrays.copyOf(latestEnds, capacity);
        rooms = Arrays.copyOf(rooms, capacity);
        left = Arrays.copyOf(left, capacity);
    }

    /** Begins a decision: all are in their places, and nothing is known of their prospects. */
    void begin() {
        Arrays.fill(rooms, 0, size, UNKNOWN);
        Arrays.fill(left, 0, size, false);
        for (; measured < size; measured++) {
            latestEnds[measured] = measured == 0 ? ends[0] : Math.max(latestEnds[measured - 1], ends[measured]);
        }
    }

    /** How many start before a time; they come first. */
    int startingBefore(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether some entry up to this one ends after a time. */
    boolean lastsBeyond(int index, long time) {
        return latestEnds[index] > time;
    }

    Reservation get(int index) {
        return Objects.requireNonNull(reservations[index]);
    }

    long start(int index) {
        return starts[index];
    }

    long end(int index) {
        return ends[index];
    }

    int count(int index) {
        return counts[index];
    }

    boolean hasLeft(int index) {
        return left[index];
    }

    void leave(int index, boolean leaves) {
        left[index] = leaves;
    }

    /** How flexible an entry is; known of those whose prospects were asked for. */
    long rank(int index) {
        return ranks[index];
    }

    /** Whether there is another free place for an entry; asked once in a decision. */
    boolean hasRoom(int index, long now, Predicate<Reservation> free) {
        if (rooms[index] == UNKNOWN) {
            Reservation reservation = get(index);
            ranks[index] = Order.LFF.rank(numbers[index], reservation.job(), Money.ZERO, now, 0);
            rooms[index] = free.test(reservation) ? HAS_ROOM : HAS_NONE;
        }
        return rooms[index] == HAS_ROOM;
    }
}
