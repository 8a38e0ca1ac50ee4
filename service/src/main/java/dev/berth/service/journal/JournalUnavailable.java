package dev.berth.service.journal;

/** The journal cannot be written now: the disk is full, read-only or broken. What it holds is as it was before. */
public final class JournalUnavailable extends RuntimeException {
    public JournalUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
