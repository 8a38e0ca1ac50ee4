package dev.berth.journal;

import org.jspecify.annotations.Nullable;

/** The snapshot is not what was written; the entries it was made from may be whole nonetheless. */
public final class UnreadableSnapshot extends DamagedJournal {
    public UnreadableSnapshot(String file, long upTo, String problem, @Nullable Throwable cause) {
        super(file, upTo, problem, cause);
    }
}
