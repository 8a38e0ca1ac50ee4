package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Things by number, each with reservations of its own, and to which of them a reservation belongs. No number is given
 * twice. Of what is over only the latest are kept.
 */
public final class Numbered<T> {
    private final Traits<T> traits;
    private final PastRecords spent;
    private final TreeMap<Long, T> byNumber = new TreeMap<>();
    private final Map<Long, Long> byReservation = new HashMap<>();
    /** The weight of all that is not over; read without the lock of the site. */
    private final AtomicLong open = new AtomicLong();

    private long last;

    /** Properties of a thing that the index needs. */
    public interface Traits<T> {
        long number(T thing);

        String owner(T thing);

        LongStream reservations(T thing);

        /** Whether it is over and kept only to be looked up. */
        boolean isOver(T thing);

        /** How much of it there is to keep, in whatever it consists of. */
        long weight(T thing);
    }

    public Numbered(Traits<T> traits, PastRecords spent) {
        this.traits = traits;
        this.spent = spent;
    }

    /** Adds it, or puts it in the place of the one of that number; what is over and too much then goes. */
    public Undo set(T thing) {
        UndoLog undo = new UndoLog();
        undo.add(keep(thing));
        String owner = traits.owner(thing);
        for (OptionalLong next = spent.excess(owner); next.isPresent(); next = spent.excess(owner)) {
            undo.add(remove(next.getAsLong()));
        }
        return undo;
    }

    private Undo keep(T thing) {
        long number = traits.number(thing);
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
            traits.reservations(before).forEach(byReservation::remove);
            spent.remove(traits.owner(before), number);
            open.addAndGet(traits.isOver(before) ? 0 : -traits.weight(before));
        }
        if (thing != null) {
            traits.reservations(thing).forEach(reservation -> byReservation.put(reservation, number));
            long weight = traits.weight(thing);
            if (!traits.isOver(thing)) {
                open.addAndGet(weight);
            } else if (weight > 0) {
                spent.add(traits.owner(thing), number, weight);
            }
        }
        return before;
    }

    public Optional<T> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    /** All things by number. */
    public Collection<T> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    /** All things by number, the newest first. */
    public Collection<T> newest() {
        return Collections.unmodifiableCollection(byNumber.descendingMap().values());
    }

    /** The number of the thing that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return Optional.ofNullable(byReservation.get(reservation));
    }

    /** The weight of all that is not over; may be asked without the lock of the site. */
    public long open() {
        return open.get();
    }

    /** The greatest number that was given. */
    public long last() {
        return last;
    }

    public void clear() {
        byNumber.clear();
        byReservation.clear();
        spent.clear();
        open.set(0);
        last = 0;
    }

    /** These as well, and numbers go on after the last. */
    public void add(long lastNumber, Collection<T> things) {
        last = Math.max(last, lastNumber);
        things.forEach(this::set);
    }
}
