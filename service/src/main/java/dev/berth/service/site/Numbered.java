package dev.berth.service.site;

import dev.berth.engine.calendar.Undo;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Things by number, each with reservations of its own, and to which of them a reservation belongs. No number is given twice. */
public final class Numbered<T> {
    private final ToLongFunction<T> numberOf;
    private final Function<T, LongStream> reservationsOf;
    private final TreeMap<Long, T> byNumber = new TreeMap<>();
    private final Map<Long, Long> byReservation = new HashMap<>();
    private long last;

    public Numbered(ToLongFunction<T> numberOf, Function<T, LongStream> reservationsOf) {
        this.numberOf = numberOf;
        this.reservationsOf = reservationsOf;
    }

    /** Adds it, or puts it in the place of the one of that number. */
    public Undo set(T thing) {
        long number = numberOf.applyAsLong(thing);
        long lastBefore = last;
        T before = put(number, thing);
        last = Math.max(last, number);
        return () -> {
            put(number, before);
            last = lastBefore;
        };
    }

    public Undo remove(long number) {
        T before = put(number, null);
        return () -> put(number, before);
    }

    private @Nullable T put(long number, @Nullable T thing) {
        T before = thing == null ? byNumber.remove(number) : byNumber.put(number, thing);
        if (before != null) {
            reservationsOf.apply(before).forEach(byReservation::remove);
        }
        if (thing != null) {
            reservationsOf.apply(thing).forEach(reservation -> byReservation.put(reservation, number));
        }
        return before;
    }

    public Optional<T> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    /** By number. */
    public Collection<T> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    public Collection<T> latestFirst() {
        return Collections.unmodifiableCollection(byNumber.descendingMap().values());
    }

    /** The number of the thing that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return Optional.ofNullable(byReservation.get(reservation));
    }

    /** The greatest number that was given. */
    public long last() {
        return last;
    }

    /** Only these, and numbers go on after the last. */
    public void restore(long lastNumber, Collection<T> things) {
        byNumber.clear();
        byReservation.clear();
        last = lastNumber;
        things.forEach(this::set);
    }
}
