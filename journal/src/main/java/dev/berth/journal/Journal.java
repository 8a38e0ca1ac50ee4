package dev.berth.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The durable, ordered record of a site. One writer; {@link #backup} and {@link #saveSnapshot} may run beside it in
 * other threads.
 *
 * <p>What was once returned from {@link #append} is there after any crash. Whatever else is found is a
 * {@link DamagedJournal}: nothing is guessed.
 */
public interface Journal extends ReadableJournal, AutoCloseable {
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
     * Keeps what the entries up to a number have made. Appending goes on meanwhile. The one before it is kept as well.
     *
     * @throws JournalUnavailable if that is not possible now; the latest stays what it was
     */
    void saveSnapshot(long upTo, SnapshotContent content);

    default void saveSnapshot(long upTo, byte[] bytes) {
        saveSnapshot(upTo, out -> out.write(bytes));
    }

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
     * Writes a copy of the whole journal as it is now; the file must not exist. Appending goes on meanwhile. What was
     * written is read again and checked.
     *
     * @throws DamagedJournal if the copy could not be restored; no file is left
     */
    void backup(Path file);

    /** How much it takes on the disk; empty if that cannot be told at once, as where a database has it. */
    default Optional<JournalSize> size() {
        return Optional.empty();
    }

    /** Whether nobody else can have written to it so far: otherwise what was read from it may be out of date. */
    default boolean isCurrent() {
        return true;
    }

    /** Whether other instances can go on with it as soon as it is closed: nothing may then keep it open for longer. */
    default boolean isShared() {
        return false;
    }

    /**
     * Says which of the other instances is to go on with it when it is closed.
     *
     * @param server its name; empty for the first that comes
     */
    default void leaveTo(String server) {}

    @Override
    void close();
}
