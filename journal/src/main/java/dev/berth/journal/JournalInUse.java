package dev.berth.journal;

/** Another process, or this one, has the journal open: it has one writer. */
public final class JournalInUse extends RuntimeException {
    private final String address;

    public JournalInUse(String message) {
        this(message, "");
    }

    /** @param address where clients reach the instance that writes */
    public JournalInUse(String message, String address) {
        super(message);
        this.address = address;
    }

    /** Where clients reach the instance that writes; empty if that is not known. */
    public String address() {
        return address;
    }
}
