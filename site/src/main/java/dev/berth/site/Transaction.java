package dev.berth.site;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;

/** One piece of work on a site: all of it happens or nothing. Of use only within that piece of work. */
public interface Transaction {
    /** Decides and, if accepted, applies. */
    Decision submit(Command command);

    /** Decides a command as {@link #submit} would, but changes nothing. */
    Decision decide(Command command);

    /** The site as this transaction has left it so far. */
    View view();

    /**
     * Journals something the book does not know, for the {@link FactKeeper} of that kind, which knows it at once.
     *
     * @param fact a record that {@link dev.berth.site.codec.Codec} can write
     */
    void record(String kind, Object fact);

    /** The time of the book in milliseconds since the epoch; the same throughout the transaction. */
    long now();

    /**
     * The number of the entry that this transaction will be if it has changed anything so far; otherwise, like
     * {@link View#version}, of the last one before it.
     */
    long version();

    /** Name of the actor who makes this transaction; empty for the clock. */
    String actor();
}
