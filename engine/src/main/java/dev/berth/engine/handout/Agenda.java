package dev.berth.engine.handout;

import dev.berth.engine.model.Reservation;
import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Reservations in the order of a time of theirs, their number breaking ties. The time stands in the entry itself: a
 * comparison that has to look it up through reservation, placement and window costs three times as much. Outside this
 * package a collection to read.
 */
final class Agenda extends AbstractCollection<Reservation> {
    private final ToLongFunction<Reservation> time;
    private final TreeSet<Entry> entries = new TreeSet<>();

    Agenda(ToLongFunction<Reservation> time) {
        this.time = time;
    }

    private record Entry(long time, long number, Reservation reservation) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }

    private Entry entry(Reservation reservation) {
        return new Entry(time.applyAsLong(reservation), reservation.id().number(), reservation);
    }

    void insert(Reservation reservation) {
        entries.add(entry(reservation));
    }

    void drop(Reservation reservation) {
        entries.remove(entry(reservation));
    }

    @Override
    public int size() {
        return entries.size();
    }

    /** Whether the first is due at a time or before. */
    boolean isDue(long at) {
        return !entries.isEmpty() && entries.first().time() <= at;
    }

    @Override
    public Iterator<Reservation> iterator() {
        Iterator<Entry> all = entries.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Reservation next() {
                return all.next().reservation();
            }
        };
    }
}
