package dev.berth.journal;

import org.jspecify.annotations.Nullable;

/**
 * This process can no longer write to the journal: another instance leads the site, or it is unknown whether the last append
 * was written. What was loaded from it must not be used any more; open the journal again to go on.
 */
public final class JournalLost extends RuntimeException {
    private final boolean inDoubt;

    public JournalLost(String message, boolean inDoubt, @Nullable Throwable cause) {
        super(message, cause);
        this.inDoubt = inDoubt;
    }

    /** Whether the entries of the append that failed may be in the journal. */
    public boolean inDoubt() {
        return inDoubt;
    }
}
