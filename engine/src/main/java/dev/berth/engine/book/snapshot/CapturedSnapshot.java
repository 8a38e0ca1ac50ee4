package dev.berth.engine.book.snapshot;

import java.io.IOException;
import java.io.OutputStream;

/** The snapshot of a book that is yet to be written, bit by bit, and never needs to be in memory as a whole. */
public interface CapturedSnapshot {
    void writeTo(OutputStream out) throws IOException;
}
