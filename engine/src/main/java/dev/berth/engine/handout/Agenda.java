package dev.berth.engine.handout;

import dev.berth.engine.model.Reservation;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToLongFunction;

/**
 * Reservations in the order of a time of theirs, their number breaking ties. Stretches of sorted arrays rather than a
 * tree: the first is found at once, and an insert moves a few neighbouring words where a tree follows pointers all over
 * memory. Outside this package a collection to read.
 */
final class Agenda extends AbstractCollection<Reservation> {
    private final ToLongFunction<Reservation> time;
    /** In order, none of them empty. */
    private final List<Stretch> stretches = new ArrayList<>();

    private int size;

    Agenda(ToLongFunction<Reservation> time) {
        this.time = time;
    }

    /** Takes over another agenda, as long as this one is empty. */
    void addAllOf(Agenda other) {
        other.stretches.forEach(stretch -> stretches.add(stretch.copy()));
        size = other.size;
    }

    void insert(Reservation reservation) {
        long at = time.applyAsLong(reservation);
        long number = reservation.id().number();
        if (stretches.isEmpty()) {
            stretches.add(new Stretch());
        }
        int place = place(at, number);
        Stretch stretch = stretches.get(place);
        if (stretch.size() == Stretch.MOST) {
            stretches.add(place + 1, stretch.split());
            stretch = stretches.get(place(at, number));
        }
        int index = stretch.find(at, number);
        if (!stretch.holds(index, at, number)) {
            stretch.insert(index, at, reservation);
            size++;
        }
    }

    void drop(Reservation reservation) {
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
            }
        }
    }

    /** The last stretch that begins at or before this time and number, or the first one. */
    private int place(long at, long number) {
        int low = 0;
        int high = stretches.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            Stretch stretch = stretches.get(middle);
            if (stretch.isBefore(0, at, number) || stretch.holds(0, at, number)) {
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
        return size > 0 && stretches.get(0).time(0) <= at;
    }

    @Override
    public Iterator<Reservation> iterator() {
        return dueBy(Long.MAX_VALUE);
    }

    /** Those that are due at a time or before; does not touch the ones after them. */
    Iterator<Reservation> dueBy(long at) {
        return new Iterator<>() {
            private int place;
            private int index;

            @Override
            public boolean hasNext() {
                return place < stretches.size() && stretches.get(place).time(index) <= at;
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
        };
    }
}
