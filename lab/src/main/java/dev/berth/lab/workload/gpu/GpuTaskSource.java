package dev.berth.lab.workload.gpu;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tasks of a file in one of the published formats, one after the other. */
interface GpuTaskSource extends AutoCloseable {
    /** The next task; null after the last. */
    @Nullable
    GpuTask next() throws IOException;

    /** Number of the line that was read last, counted from 1. */
    long line();

    /** Whether times are those of a calendar, instead of counted from the begin of the trace. */
    boolean hasCalendarTimes();

    @Override
    void close() throws IOException;
}
