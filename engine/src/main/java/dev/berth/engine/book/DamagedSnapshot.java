package dev.berth.engine.book;

/** Bytes that are not, or no longer, the snapshot of a book. */
public final class DamagedSnapshot extends RuntimeException {
    DamagedSnapshot(String what) {
        super("not the snapshot of a book: " + what);
    }
}
