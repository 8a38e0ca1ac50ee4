package dev.berth.journal;

import org.jspecify.annotations.Nullable;

/**
 * The journal cannot be used now: the disk is full, read-only or broken. What it holds is as it was before, unless the
 * disk failed in the very moment of the commit and has not let anybody look since: then that is {@linkplain #inDoubt in
 * doubt} until the journal can be written again, which takes it back, or is opened again, which finds it or not.
 */
public final class JournalUnavailable extends RuntimeException {
    private final boolean inDoubt;

    public JournalUnavailable(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    public JournalUnavailable(String message, @Nullable Throwable cause, boolean inDoubt) {
        super(message, cause);
        this.inDoubt = inDoubt;
    }

    /** Whether what was to be written may be found after a restart. */
    public boolean inDoubt() {
        return inDoubt;
    }
}
