package dev.berth.journal;

import org.jspecify.annotations.Nullable;

/** A journal that does not hold what was once written; says where, and nothing is guessed in its place. */
public sealed class DamagedJournal extends RuntimeException permits UnreadableSnapshot, NewerJournal {
    private final String file;
    private final long entry;
    private final String problem;

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
        this.problem = problem;
    }

    public String file() {
        return file;
    }

    public long entry() {
        return entry;
    }

    /** The message without the name of the file. */
    public String problem() {
        return (entry == 0 ? "" : "entry " + entry + ": ") + problem;
    }
}
