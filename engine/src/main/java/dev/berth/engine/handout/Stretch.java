package dev.berth.engine.handout;

import dev.berth.engine.model.Reservation;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A short piece of an agenda, in order. The times stand side by side: a search that looked them up through reservation,
 * placement and window would wait for memory at each of its steps.
 */
final class Stretch {
    static final int MOST = 128;

    private final long[] times = new long[MOST];
    private final @Nullable Reservation[] reservations = new Reservation[MOST];
    private int size;

    Stretch copy() {
        Stretch copy = new Stretch();
        System.arraycopy(times, 0, copy.times, 0, size);
        System.arraycopy(reservations, 0, copy.reservations, 0, size);
        copy.size = size;
        return copy;
    }

    int size() {
        return size;
    }

    long time(int index) {
        return times[index];
    }

    Reservation get(int index) {
        return Objects.requireNonNull(reservations[index]);
    }

    /** Whether the entry at the index comes before one of this time and number. */
    boolean isBefore(int index, long time, long number) {
        return times[index] < time || (times[index] == time && number(index) < number);
    }

    /** Whether the entry at the index, if there is one, is that of this time and number. */
    boolean holds(int index, long time, long number) {
        return index < size && times[index] == time && number(index) == number;
    }

    private long number(int index) {
        return get(index).id().number();
    }

    /** The index of the first entry that does not come before one of this time and number. */
    int find(long time, long number) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(middle, time, number)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void insert(int index, long time, Reservation reservation) {
        System.arraycopy(times, index, times, index + 1, size - index);
        System.arraycopy(reservations, index, reservations, index + 1, size - index);
        times[index] = time;
        reservations[index] = reservation;
        size++;
    }

    void remove(int index) {
        size--;
        System.arraycopy(times, index + 1, times, index, size - index);
        System.arraycopy(reservations, index + 1, reservations, index, size - index);
        reservations[size] = null;
    }

    /** Takes the later half away. */
    Stretch split() {
        Stretch later = new Stretch();
        int kept = size / 2;
        later.size = size - kept;
        System.arraycopy(times, kept, later.times, 0, later.size);
        System.arraycopy(reservations, kept, later.reservations, 0, later.size);
        Arrays.fill(reservations, kept, size, null);
        size = kept;
        return later;
    }
}
