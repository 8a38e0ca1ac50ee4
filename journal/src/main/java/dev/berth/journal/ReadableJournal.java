package dev.berth.journal;

import java.util.Optional;
import java.util.function.Consumer;

/** Read access to the contents of a journal. */
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
     * Latest snapshot; empty if none was saved.
     *
     * @throws UnreadableSnapshot if it is not as it was written; the entries it was made from may be whole
     */
    Optional<SavedSnapshot> latestSnapshot();

    /** Snapshot before the latest, if there is one and it is whole: the one to begin with if the latest is damaged. */
    Optional<SavedSnapshot> snapshotBefore();

    /**
     * Takes the latest snapshot out of use because it is damaged, and keeps for inspection what can still be read of it.
     *
     * @return where it is kept
     */
    String setSnapshotAside();
}
