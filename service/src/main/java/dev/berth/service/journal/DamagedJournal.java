package dev.berth.service.journal;

import org.jspecify.annotations.Nullable;

/** A journal that does not hold what was once written; says where, and nothing is guessed in its place. */
public final class DamagedJournal extends RuntimeException {
    private final String file;
    private final long entry;

    /**
     * Something wrong in a journal.
     *
     * @param file the journal, as its operator knows it
     * @param entry the number of the entry that cannot be relied upon; 0 if it is no entry
     * @param problem what is wrong with it
     */
    public DamagedJournal(String file, long entry, String problem, @Nullable Throwable cause) {
        super(file + (entry == 0 ? "" : ", entry " + entry) + ": " + problem, cause);
        this.file = file;
        this.entry = entry;
    }

    public String file() {
        return file;
    }

    public long entry() {
        return entry;
    }
}
