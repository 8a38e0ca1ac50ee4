package dev.berth.engine.handout;

import dev.berth.engine.model.Reservation;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToLongFunction;

/**
 * Reservations in the order of a time of theirs, their number breaking ties. Stretches of sorted arrays rather than a
 * tree: the first is found at once, and an insert moves a few neighbouring words where a tree follows pointers all over
 * memory.
 */
public final class Agenda extends AbstractCollection<Reservation> {
    private final ToLongFunction<Reservation> time;
    /** Stretches in order of time, none of them empty. */
    private final List<Stretch> stretches = new ArrayList<>();
    /** When each of them begins, side by side: a search that looked it up in each would wait for memory at each of its steps. */
    private long[] firsts = new long[4];

    private int size;

    public Agenda(ToLongFunction<Reservation> time) {
        this.time = time;
    }

    /** Takes over another agenda, as long as this one is empty. */
    void addAllOf(Agenda other) {
        other.stretches.forEach(stretch -> stretches.add(stretch.copy()));
        firsts = other.firsts.clone();
        size = other.size;
    }

    public void insert(Reservation reservation) {
        long at = time.applyAsLong(reservation);
        long number = reservation.id().number();
        if (stretches.isEmpty()) {
            addStretch(0, new Stretch());
        }
        int place = place(at, number);
        Stretch stretch = stretches.get(place);
        if (stretch.size() == Stretch.MOST) {
            addStretch(place + 1, stretch.split());
            place = place(at, number);
            stretch = stretches.get(place);
        }
        int index = stretch.find(at, number);
        if (!stretch.holds(index, at, number)) {
            stretch.insert(index, at, reservation);
            firsts[place] = stretch.time(0);
            size++;
        }
    }

    private void addStretch(int place, Stretch stretch) {
        if (stretches.size() == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * firsts.length);
        }
        System.arraycopy(firsts, place, firsts, place + 1, stretches.size() - place);
        firsts[place] = stretch.time(0);
        stretches.add(place, stretch);
    }

    public void drop(Reservation reservation) {
        if (stretches.isEmpty()) {
            return;
        }
        long at = time.applyAsLong(reservation);
        long number = reservation.id().number();
        int place = place(at, number);
        Stretch stretch = stretches.get(place);
        int index = stretch.find(at, number);
        if (stretch.holds(index, at, number)) {
            stretch.remove(index);
            size--;
            if (stretch.size() == 0) {
                stretches.remove(place);
                System.arraycopy(firsts, place + 1, firsts, place, stretches.size() - place);
            } else {
                firsts[place] = stretch.time(0);
            }
        }
    }

    /** The last stretch that begins at or before this time and number, or the first one. */
    private int place(long at, long number) {
        int low = 0;
        int high = stretches.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firsts[middle] < at
                    || (firsts[middle] == at && stretches.get(middle).isBefore(0, at, number + 1))) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @Override
    public int size() {
        return size;
    }

    /** Whether the first is due at a time or before. */
    boolean isDue(long at) {
        return size > 0 && firsts[0] <= at;
    }

    /** The first time after one at which something is due; {@code Long.MAX_VALUE} if nothing is. */
    public long nextAfter(long at) {
        if (size == 0) {
            return Long.MAX_VALUE;
        }
        // No number is 0: all that is due at the next instant comes after.
        int place = place(at + 1, 0);
        int index = stretches.get(place).find(at + 1, 0);
        if (index < stretches.get(place).size()) {
            return stretches.get(place).time(index);
        }
        return place + 1 < stretches.size() ? stretches.get(place + 1).time(0) : Long.MAX_VALUE;
    }

    @Override
    public Iterator<Reservation> iterator() {
        return dueBy(Long.MAX_VALUE);
    }

    /** Reservations due at a time or before; does not touch later ones. */
    Iterator<Reservation> dueBy(long at) {
        return new Due(0, 0, at);
    }

    /** Reservations due later than {@code after}, and at {@code to} or before. */
    public Iterator<Reservation> within(long after, long to) {
        if (size == 0) {
            return new Due(0, 0, to);
        }
        int place = place(after + 1, 0);
        int index = stretches.get(place).find(after + 1, 0);
        return index < stretches.get(place).size() ? new Due(place, index, to) : new Due(place + 1, 0, to);
    }

    /** From a place on up to a time. */
    private final class Due implements Iterator<Reservation> {
        private int place;
        private int index;
        private final long to;

        Due(int place, int index, long to) {
            this.place = place;
            this.index = index;
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            return place < stretches.size() && stretches.get(place).time(index) <= to;
        }

        @Override
        public Reservation next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Stretch stretch = stretches.get(place);
            Reservation next = stretch.get(index++);
            if (index == stretch.size()) {
                place++;
                index = 0;
            }
            return next;
        }
    }
}
