package dev.berth.journal;

import java.io.IOException;
import java.io.OutputStream;

/** Content of a snapshot, written piece by piece: the whole of it may be larger than the memory that is left. */
@FunctionalInterface
public interface SnapshotContent {
    void writeTo(OutputStream out) throws IOException;
}
