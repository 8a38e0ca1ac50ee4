package dev.berth.site;

import dev.berth.journal.JournalLost;
import org.jspecify.annotations.Nullable;

/** What the site has in memory must not be used any more: only its journal knows how it stands. */
public final class SiteStopped extends IllegalStateException {
    SiteStopped(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether opening the journal again helps, here or on another instance, without anybody's doing. */
    public boolean isTemporary() {
        return getCause() instanceof JournalLost;
    }
}
