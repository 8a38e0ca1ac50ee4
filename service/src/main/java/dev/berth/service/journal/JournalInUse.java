package dev.berth.service.journal;

/** Another process, or this one, has the data directory open: a journal has one writer. */
public final class JournalInUse extends RuntimeException {
    public JournalInUse(String message) {
        super(message);
    }
}
