package dev.berth.service.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The durable, ordered record of a site. One writer; {@link #backup} and {@link #saveSnapshot} may run beside it in
 * other threads.
 *
 * <p>What was once returned from {@link #append} is there after any crash. Whatever else is found is a
 * {@link DamagedJournal}: nothing is guessed.
 */
public interface Journal extends AutoCloseable {
    /** Which one it is, for messages to its operator: a file, or a database. */
    String name();

    /** The number of the last entry; 0 if there is none. */
    long last();

    /**
     * Writes the entries, all or none of them; they are durable when this returns.
     *
     * @param entries numbered on from {@link #last}
     * @throws JournalUnavailable if that is not possible now; the journal is as it was, and a later try may succeed
     * @throws JournalLost if this process can never write to it again
     */
    void append(List<Entry> entries);

    /**
     * Writes and deletes something that is no entry, to learn whether an append would succeed now.
     *
     * @throws JournalUnavailable if it would probably fail
     */
    void probe();

    /**
     * Gives the entries with higher numbers in their order.
     *
     * @throws DamagedJournal at the first that is not as it was written, or missing
     */
    void read(long after, Consumer<Entry> reader);

    /**
     * Keeps what the entries up to a number have made. Appending goes on meanwhile. The one before it is kept as well.
     *
     * @throws JournalUnavailable if that is not possible now; the latest stays what it was
     */
    void saveSnapshot(long upTo, SnapshotContent content);

    default void saveSnapshot(long upTo, byte[] bytes) {
        saveSnapshot(upTo, out -> out.write(bytes));
    }

    /**
     * What was last saved.
     *
     * @throws UnreadableSnapshot if it is not as it was written; the entries it was made from may be whole
     */
    Optional<SavedSnapshot> latestSnapshot();

    /** What was saved before the latest, if there is one and it is whole: what to begin with if the latest is damaged. */
    Optional<SavedSnapshot> snapshotBefore();

    /**
     * Moves old entries to the archive, as far as the snapshots make them dispensable; {@link #read} still gives them.
     * Appending goes on meanwhile.
     *
     * @return how many
     * @throws JournalUnavailable if that is not possible now; no entry is lost
     */
    long archive(Retention retention);

    /** The number of the last entry that is in the archive and no longer in the journal itself; 0 if there is none. */
    long archived();

    /**
     * Takes the latest snapshot out of use because it is damaged, and keeps for inspection what can still be read of it.
     *
     * @return where it is kept
     */
    String setSnapshotAside();

    /**
     * Writes a copy of the whole journal as it is now; the file must not exist. Appending goes on meanwhile. What was
     * written is read again and checked.
     *
     * @throws DamagedJournal if the copy could not be restored; no file is left
     */
    void backup(Path file);

    /** Whether nobody else can have written to it so far: otherwise what was read from it may be out of date. */
    default boolean isCurrent() {
        return true;
    }

    @Override
    void close();
}
