package dev.berth.engine.book;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The reservations that wait or run, by number. A table of its own, because the book looks into it several times in the
 * life of each reservation: the numbers stand in the table itself, so a look-up follows no pointers.
 */
final class OpenReservations {
    /** Spreads numbers in a row evenly over the table (the golden ratio). */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** The number in each slot, 0 if it is empty; always at least half of them are. */
    private long[] numbers = new long[16];

    private @Nullable Reservation[] reservations = new Reservation[16];
    private int size;

    @Nullable
    Reservation get(ReservationId id) {
        return reservations[slot(id.number())];
    }

    void put(ReservationId id, Reservation reservation) {
        int slot = slot(id.number());
        if (numbers[slot] == 0) {
            size++;
        }
        numbers[slot] = id.number();
        reservations[slot] = reservation;
        if (2 * size > numbers.length) {
            grow();
        }
    }

    private void grow() {
        @Nullable Reservation[] before = reservations;
        numbers = new long[2 * before.length];
        reservations = new Reservation[2 * before.length];
        for (Reservation reservation : before) {
            if (reservation != null) {
                int slot = slot(reservation.id().number());
                numbers[slot] = reservation.id().number();
                reservations[slot] = reservation;
            }
        }
    }

    void remove(ReservationId id) {
        int gap = slot(id.number());
        if (numbers[gap] == 0) {
            return;
        }
        // What follows without a gap may have been pushed on by the one that goes, and moves up.
        for (int slot = next(gap); numbers[slot] != 0; slot = next(slot)) {
            if (distance(first(numbers[slot]), slot) >= distance(gap, slot)) {
                numbers[gap] = numbers[slot];
                reservations[gap] = reservations[slot];
                gap = slot;
            }
        }
        numbers[gap] = 0;
        reservations[gap] = null;
        size--;
    }

    /** The slot that holds the number, or the empty one where it belongs. */
    private int slot(long number) {
        int slot = first(number);
        while (numbers[slot] != number && numbers[slot] != 0) {
            slot = next(slot);
        }
        return slot;
    }

    private int first(long number) {
        return (int) ((number * SPREAD) >>> 32) & (numbers.length - 1);
    }

    private int next(int slot) {
        return (slot + 1) & (numbers.length - 1);
    }

    private int distance(int from, int to) {
        return (to - from) & (numbers.length - 1);
    }

    /** A view, in the order of the table. */
    Collection<Reservation> values() {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Reservation> iterator() {
                return new InOrder();
            }
        };
    }

    /** Goes through the table. All of it is captured for a snapshot while everybody waits, so this must be quick. */
    private final class InOrder implements Iterator<Reservation> {
        private int slot = -1;
        private @Nullable Reservation next;

        InOrder() {
            advance();
        }

        private void advance() {
            next = null;
            while (next == null && ++slot < reservations.length) {
                next = reservations[slot];
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Reservation next() {
            Reservation found = next;
            if (found == null) {
                throw new NoSuchElementException();
            }
            advance();
            return found;
        }
    }
}
