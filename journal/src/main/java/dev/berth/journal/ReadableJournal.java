package dev.berth.journal;

import java.util.Optional;
import java.util.function.Consumer;

/** What a journal holds, for those who only read it. */
public interface ReadableJournal {
    /** Which one it is, for messages to its operator: a file, or a database. */
    String name();

    /** The number of the last entry; 0 if there is none. */
    long last();

    /**
     * Gives the entries with higher numbers in their order.
     *
     * @throws DamagedJournal at the first that is not as it was written, or missing
     */
    void read(long after, Consumer<Entry> reader);

    /**
     * What was last saved.
     *
     * @throws UnreadableSnapshot if it is not as it was written; the entries it was made from may be whole
     */
    Optional<SavedSnapshot> latestSnapshot();

    /** What was saved before the latest, if there is one and it is whole: what to begin with if the latest is damaged. */
    Optional<SavedSnapshot> snapshotBefore();

    /**
     * Takes the latest snapshot out of use because it is damaged, and keeps for inspection what can still be read of it.
     *
     * @return where it is kept
     */
    String setSnapshotAside();
}
