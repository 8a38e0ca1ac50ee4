package dev.berth.site;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.waitlist.Waiter;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps what the journal knows beside the book: accounts, answers already given, and the like. Called with the site's
 * lock held, so it needs none of its own; asked through {@link View#facts}.
 *
 * <p>Facts come as objects, while they are recorded and when they are replayed: what is written is read back equal.
 *
 * <p>It changes only through {@link #apply}, so that a replay gives the same.
 */
public interface FactKeeper<F> {
    /** Name of the facts it is told, and of its part of a snapshot. Never changes. */
    String kind();

    /** Type of the facts: a record, or a sealed interface of records. */
    Class<F> type();

    /**
     * Takes in a fact that {@link Transaction#record} has recorded, now or long ago. It is seen at once by whatever
     * comes next, also by other writes before all of them are durable together.
     *
     * @param time of the book
     * @return takes exactly this back, once all later facts are taken back: for what could not be made durable
     */
    Undo apply(F fact, long time, String actor);

    /**
     * Called at the end of every transaction that touched a claim. May record further facts, or throw to refuse a user's
     * transaction; must not throw in one that the clock makes.
     *
     * @param touched the reservations and queued requests whose claims may have changed
     */
    default void settle(Transaction transaction, List<Touched> touched) {}

    /**
     * Whether somebody who waits may have what has come free; otherwise it is offered to those who come after. Must never throw.
     *
     * @param reservation that would be made
     */
    default boolean mayServe(View view, Waiter waiter, Reservation reservation) {
        return true;
    }

    /**
     * Comes after every {@link #settle}, also where nothing but opportunistic jobs or settled servers have changed: records what follows from the events of a transaction. Must never throw.
     *
     * @param events in order, as they were carried out
     */
    default void follow(Transaction transaction, List<Event> events, List<Touched> touched) {}

    /**
     * The memory that what it keeps of things that are not over may take, in bytes, beside the reservations of the book. Asked
     * without the lock.
     */
    default long openBytes() {
        return 0;
    }

    /**
     * All it knows now, in pieces; equal keepers give equal pieces. They are made one after the other when they are asked
     * for, later, by any thread and without the lock: encoding all of it would keep everybody waiting, and holding all of
     * it would take as much memory again.
     */
    Stream<byte[]> capture();

    /** Knows what {@link #capture} captured, and nothing else. */
    void restore(Iterator<byte[]> pieces);
}
