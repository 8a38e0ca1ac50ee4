package dev.berth.lab.workload.swf;

import java.io.IOException;
import java.util.Iterator;
import java.util.OptionalInt;

/** Jobs of a log, one at a time in the order of submission. */
public interface JobLog extends Iterator<SwfJob>, AutoCloseable {
    /** Processors of the machine; empty if the log does not say how many, and then no job is too wide. */
    OptionalInt processors();

    /** Whether the log states the size of its machine; if not, {@link #processors} is estimated from its jobs, or empty. */
    default boolean statesProcessors() {
        return processors().isPresent();
    }

    /** Oddities of what was read so far. */
    Oddities oddities();

    /** The oddities as a person would tell them. */
    default String words() {
        return oddities().words();
    }

    @Override
    void close() throws IOException;
}
