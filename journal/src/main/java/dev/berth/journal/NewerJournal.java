package dev.berth.journal;

import org.jspecify.annotations.Nullable;

/** A journal with an entry or a snapshot that is intact, but that only a newer version of this program can read. */
public final class NewerJournal extends DamagedJournal {
    /**
     * An entry that is new.
     *
     * @param why what this version does not know
     */
    public NewerJournal(String file, long entry, String why, @Nullable Throwable cause) {
        super(file, entry, "written by a newer version of Berth (" + why + "); upgrade this instance", cause);
    }
}
