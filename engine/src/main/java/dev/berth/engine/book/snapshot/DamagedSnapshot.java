package dev.berth.engine.book.snapshot;

/** Bytes that are not, or no longer, the snapshot of a book. */
public final class DamagedSnapshot extends RuntimeException {
    public DamagedSnapshot(String what) {
        super("not the snapshot of a book: " + what);
    }
}
