package dev.berth.lab.workload.gpu;

import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.JobLog;
import dev.berth.lab.workload.swf.MachineSize;
import dev.berth.lab.workload.swf.SwfJob;
import dev.berth.lab.workload.swf.SwfLines;
import dev.berth.lab.workload.swf.SwfReader;
import dev.berth.lab.workload.swf.Trace;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipException;

/** Logs of jobs in any format that is read: the Standard Workload Format, and traces of GPU clusters, whose GPUs then count as processors. */
public final class JobLogs {
    /** Longer than the names of columns of any of them. */
    private static final int LOOK = 1024;

    private JobLogs() {}

    /** Whether the content begins like a trace of a GPU cluster; the name of the file does not matter. */
    public static boolean isGpuTrace(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                BufferedInputStream bytes = SwfLines.unpacked(raw)) {
            String begin = new String(bytes.readNBytes(LOOK), StandardCharsets.ISO_8859_1).stripLeading();
            String header = begin.lines().findFirst().orElse("");
            return begin.startsWith("[")
                    || begin.startsWith("{")
                    || HeliosReader.isHeader(header)
                    || header.contains("gpu_milli");
        } catch (ZipException | EOFException broken) {
            throw new BadTrace(file.toString(), 0, "the gzip data is broken", "a gzip header");
        }
    }

    /**
     * Opens a log; throws {@link BadTrace} if the file is none.
     *
     * @param processors of the machine; empty to take them from the log
     */
    public static JobLog open(Path file, OptionalInt processors) throws IOException {
        return isGpuTrace(file)
                ? new GpuCardLog(GpuTrace.read(file), processors)
                : SwfReader.open(file.toString(), Files.newInputStream(file), processors);
    }

    /**
     * Doubt about the size of the machine that a log states, in a sentence; empty if there is none.
     *
     * @param remedy by which the user sets another size, such as an option
     */
    public static Optional<String> doubt(Path file, String remedy) throws IOException {
        if (isGpuTrace(file)) {
            return Optional.empty();
        }
        try (JobLog log = open(file, OptionalInt.empty())) {
            OptionalInt processors = log.processors();
            List<SwfJob> jobs = new ArrayList<>();
            log.forEachRemaining(jobs::add);
            return processors.isEmpty() ? Optional.empty() : MachineSize.doubt(processors.getAsInt(), jobs, remedy);
        }
    }

    /** All of a log. */
    public static Trace trace(Path file) throws IOException {
        try (JobLog log = open(file, OptionalInt.empty())) {
            return Trace.of(file, log);
        }
    }
}
