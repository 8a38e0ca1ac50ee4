package dev.berth.words;

/** Text that cannot be read; the message says where, what was found and what would be right. */
public final class Unreadable extends RuntimeException {
    public Unreadable(String message) {
        super(message);
    }
}
