package dev.berth.service.site;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps what the journal knows beside the book: accounts, answers already given, and the like. Called with the site's
 * lock held, so it needs none of its own; asked through {@link View#facts}.
 *
 * <p>It changes only through {@link #apply}, so that a replay gives the same.
 */
public interface FactKeeper {
    /** Of the facts it is told; also the name of its part of a snapshot. Never changes. */
    String kind();

    /**
     * Takes in a fact that {@link Transaction#record} has recorded, now or long ago. It is seen at once by whatever
     * comes next, also by other writes before all of them are durable together.
     *
     * @param body the fact as JSON, for {@link dev.berth.service.codec.Codec#read}
     * @param time of the book
     * @return takes exactly this back, once all later facts are taken back: for what could not be made durable
     */
    Undo apply(byte[] body, long time, String actor);

    /**
     * The last step of every transaction, the user who makes it, the clock included: records what follows from what it has
     * done, or refuses the whole of it by throwing, which the clock's must never be.
     *
     * @param touched the reservations and queued requests whose claims may have changed
     */
    default void settle(Transaction transaction, List<Touched> touched) {}

    /**
     * Comes after every {@link #settle}: records what follows from the events of a transaction. Must never throw.
     *
     * @param events in order, as they were carried out
     */
    default void follow(Transaction transaction, List<Event> events, List<Touched> touched) {}

    /**
     * All it knows now, in pieces; equal keepers give equal pieces. They are made one after the other when they are asked
     * for, later, by any thread and without the lock: encoding all of it would keep everybody waiting, and holding all of
     * it would take as much memory again.
     */
    Stream<byte[]> capture();

    /** Knows what {@link #capture} captured, and nothing else. */
    void restore(Iterator<byte[]> pieces);
}
