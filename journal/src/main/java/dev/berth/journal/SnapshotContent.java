package dev.berth.journal;

import java.io.IOException;
import java.io.OutputStream;

/** What a snapshot is to hold, written bit by bit: the whole of it may be larger than the memory that is left. */
@FunctionalInterface
public interface SnapshotContent {
    void writeTo(OutputStream out) throws IOException;
}
