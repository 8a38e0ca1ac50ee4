package dev.berth.engine.early;

import dev.berth.engine.model.Reservation;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A short piece of a {@link CandidateGroup}, in order. What a search compares stands side by side. */
final class Block {
    private static final int MOST = 64;
    /** Few wait at a time, as long as there is room. */
    private static final int FEW = 8;

    private @Nullable Reservation[] reservations = new Reservation[FEW];
    private long[] starts = new long[FEW];
    private long[] lengths = new long[FEW];
    private long[] works = new long[FEW];
    private long earliest = Long.MAX_VALUE;
    private long shortest = Long.MAX_VALUE;
    private long leastWork = Long.MAX_VALUE;
    private int size;

    boolean isFull() {
        return size == MOST;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The earliest start that was promised to one of them. */
    long earliest() {
        return earliest;
    }

    /** How long the shortest of them takes in its own pool. */
    long shortest() {
        return shortest;
    }

    long leastWork() {
        return leastWork;
    }

    Reservation first() {
        return get(0);
    }

    private Reservation get(int index) {
        return Objects.requireNonNull(reservations[index]);
    }

    /** The index of the first that does not come before this one. */
    private int find(Reservation reservation) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (CandidateGroup.isBefore(get(middle), reservation)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean holds(int index, Reservation reservation) {
        return index < size && get(index).id().equals(reservation.id());
    }

    /** Answers whether it was not here yet. */
    boolean insert(Reservation reservation, long work) {
        int index = find(reservation);
        if (holds(index, reservation)) {
            return false;
        }
        makeRoomFor(size + 1);
        move(index, index + 1, size - index);
        size++;
        reservations[index] = reservation;
        starts[index] = reservation.window().start();
        lengths[index] = reservation.window().length();
        works[index] = work;
        earliest = Math.min(earliest, starts[index]);
        shortest = Math.min(shortest, lengths[index]);
        leastWork = Math.min(leastWork, work);
        return true;
    }

    private void makeRoomFor(int number) {
        if (number > starts.length) {
            int length = Math.min(MOST, 2 * number);
            reservations = Arrays.copyOf(reservations, length);
            starts = Arrays.copyOf(starts, length);
            lengths = Arrays.copyOf(lengths, length);
            works = Arrays.copyOf(works, length);
        }
    }

    /** Whether it was here. */
    boolean remove(Reservation reservation) {
        int index = find(reservation);
        if (!holds(index, reservation)) {
            return false;
        }
        size--;
        move(index + 1, index, size - index);
        reservations[size] = null;
        measure();
        return true;
    }

    private void move(int from, int to, int number) {
        System.arraycopy(reservations, from, reservations, to, number);
        System.arraycopy(starts, from, starts, to, number);
        System.arraycopy(lengths, from, lengths, to, number);
        System.arraycopy(works, from, works, to, number);
    }

    private void measure() {
        earliest = least(starts);
        shortest = least(lengths);
        leastWork = least(works);
    }

    private long least(long[] values) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            least = Math.min(least, values[i]);
        }
        return least;
    }

    /** Takes the later half away. */
    Block split() {
        Block later = new Block();
        int kept = size / 2;
        later.makeRoomFor(size - kept);
        later.size = size - kept;
        System.arraycopy(reservations, kept, later.reservations, 0, later.size);
        System.arraycopy(starts, kept, later.starts, 0, later.size);
        System.arraycopy(lengths, kept, later.lengths, 0, later.size);
        System.arraycopy(works, kept, later.works, 0, later.size);
        Arrays.fill(reservations, kept, size, null);
        size = kept;
        measure();
        later.measure();
        return later;
    }

    @Nullable
    Reservation firstInOwn(long at, long until, Predicate<Reservation> holds) {
        for (int i = 0; i < size; i++) {
            if ((lengths[i] <= until - at || starts[i] <= until) && isEarlier(i, at) && holds.test(get(i))) {
                return get(i);
            }
        }
        return null;
    }

    @Nullable
    Reservation firstElsewhere(long at, long until, LongUnaryOperator duration, Predicate<Reservation> holds) {
        for (int i = 0; i < size; i++) {
            long end = at + duration.applyAsLong(works[i]);
            if (end <= until && end <= starts[i] + lengths[i] && isEarlier(i, at) && holds.test(get(i))) {
                return get(i);
            }
        }
        return null;
    }

    /** Whether the time is earlier than promised, and it is ready. */
    private boolean isEarlier(int index, long at) {
        return starts[index] > at && get(index).job().ready() <= at;
    }
}
