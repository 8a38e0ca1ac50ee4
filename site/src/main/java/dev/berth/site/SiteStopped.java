package dev.berth.site;

import dev.berth.journal.JournalLost;
import org.jspecify.annotations.Nullable;

/** Thrown when the contents of a site in memory must no longer be used: only its journal knows the true state. */
public final class SiteStopped extends IllegalStateException {
    SiteStopped(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether opening the journal again helps, here or on another instance, without anybody's doing. */
    public boolean isTemporary() {
        return getCause() instanceof JournalLost;
    }
}
