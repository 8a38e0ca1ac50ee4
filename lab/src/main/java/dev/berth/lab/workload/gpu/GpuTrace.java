package dev.berth.lab.workload.gpu;

import dev.berth.lab.workload.swf.BadTrace;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Tasks of a GPU cluster, as an experiment takes them, by the time at which they were asked for.
 *
 * @param name of the file, without its directories
 */
public record GpuTrace(String name, List<GpuTask> tasks) {
    /** A file with more is refused: it would not fit in memory. */
    static final int MOST = 5_000_000;

    public GpuTrace {
        tasks = tasks.stream()
                .sorted(Comparator.comparingLong(GpuTask::created))
                .toList();
    }

    /** Reads the list of pods of Alibaba's trace of 2023, or one with such columns, plain or gzip; {@link BadTrace} if it is none. */
    public static GpuTrace read(Path file) throws IOException {
        return read(String.valueOf(file.getFileName()), file.toString(), Files.newInputStream(file));
    }

    /**
     * Reads from and closes a stream.
     *
     * @param where what to call it in messages
     */
    public static GpuTrace read(String name, String where, InputStream bytes) throws IOException {
        try (bytes;
                GpuTaskReader reader = new GpuTaskReader(where, bytes)) {
            List<GpuTask> tasks = new ArrayList<>();
            for (GpuTask task = reader.next(); task != null; task = reader.next()) {
                if (tasks.size() == MOST) {
                    throw new BadTrace(where, reader.line(), "one task more", "at most " + MOST + " tasks");
                }
                tasks.add(task);
            }
            if (tasks.isEmpty()) {
                throw new BadTrace(where, reader.line(), "the file ends without a task", "a task in each line");
            }
            return new GpuTrace(name, tasks);
        } catch (ZipException | EOFException broken) {
            throw new BadTrace(where, 0, "the gzip data is broken", "the rest of the file");
        }
    }

    /** Requests of the tasks, with their numbers. */
    public GpuRequests requests() {
        return GpuRequests.of(tasks.stream().map(GpuTask::request).toList());
    }

    /** Tells traces of one name apart, so that a run does not go on with the results of another. */
    @Override
    public String toString() {
        return "%s (%d tasks, %08x)".formatted(name, tasks.size(), tasks.hashCode());
    }
}
