package dev.berth.lab.workload.gpu;

import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.SwfLines;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/**
 * Tasks of a GPU cluster, as an experiment takes them, by the time at which they were asked for.
 *
 * @param name of the file, without its directories
 * @param oddities jobs that were left out or mended, by reason
 */
public record GpuTrace(String name, List<GpuTask> tasks, Map<GpuOddity, Long> oddities) {
    /** A file with more is refused: it would not fit in memory. */
    static final int MOST = 5_000_000;

    /** Many times the largest published list of jobs, unpacked. */
    private static final long MOST_BYTES = 8L << 30;

    private static final int BUFFER = 1 << 16;

    /** Blanks before the content, in which its format is looked for. */
    private static final int BLANKS = 1024;

    public GpuTrace {
        tasks = tasks.stream()
                .sorted(Comparator.comparingLong(GpuTask::created))
                .toList();
        EnumMap<GpuOddity, Long> copy = new EnumMap<>(GpuOddity.class);
        copy.putAll(oddities);
        oddities = Collections.unmodifiableMap(copy);
    }

    /** Without oddities. */
    public GpuTrace(String name, List<GpuTask> tasks) {
        this(name, tasks, Map.of());
    }

    /**
     * Reads Alibaba's list of pods of 2023, Helios's cluster_log.csv or Philly's cluster_job_log, or a file with such columns, plain or gzip; {@link BadTrace}
     * if it is none.
     */
    public static GpuTrace read(Path file) throws IOException {
        return read(String.valueOf(file.getFileName()), file.toString(), Files.newInputStream(file));
    }

    /**
     * Reads from and closes a stream.
     *
     * @param where what to call it in messages
     */
    public static GpuTrace read(String name, String where, InputStream bytes) throws IOException {
        return read(name, where, bytes, MOST_BYTES);
    }

    static GpuTrace read(String name, String where, InputStream bytes, long mostBytes) throws IOException {
        Map<GpuOddity, Long> oddities = new EnumMap<>(GpuOddity.class);
        try (bytes;
                GpuTaskSource source = source(
                        where,
                        new BufferedInputStream(new LimitedBytes(SwfLines.unpacked(bytes), mostBytes), BUFFER),
                        oddity -> oddities.merge(oddity, 1L, Long::sum))) {
            List<GpuTask> tasks = tasks(where, source);
            if (tasks.isEmpty()) {
                throw new BadTrace(
                        where,
                        source.line(),
                        "the file ends without a task"
                                + (oddities.isEmpty()
                                        ? ""
                                        : ": " + GpuOddity.words(oddities).replace("\n", ", ")),
                        "a task in each line, or a list of jobs");
            }
            return new GpuTrace(name, source.hasCalendarTimes() ? fromTheFirst(tasks) : tasks, oddities);
        } catch (ZipException | EOFException broken) {
            throw new BadTrace(where, 0, "the gzip data is broken", "the rest of the file");
        } catch (LimitedBytes.Exceeded exceeded) {
            throw new BadTrace(
                    where, 0, "more than " + mostBytes + " bytes", "at most " + mostBytes + " bytes, unpacked");
        }
    }

    private static List<GpuTask> tasks(String where, GpuTaskSource source) throws IOException {
        List<GpuTask> tasks = new ArrayList<>();
        for (GpuTask task = source.next(); task != null; task = source.next()) {
            if (tasks.size() == MOST) {
                throw new BadTrace(where, source.line(), "one task more", "at most " + MOST + " tasks");
            }
            tasks.add(task);
        }
        return tasks;
    }

    private static List<GpuTask> fromTheFirst(List<GpuTask> tasks) {
        long begin = tasks.stream().mapToLong(GpuTask::created).min().orElse(0);
        return tasks.stream().map(task -> task.since(begin)).toList();
    }

    /** The reader of the format that the content begins like. */
    private static GpuTaskSource source(String where, BufferedInputStream bytes, Consumer<GpuOddity> told)
            throws IOException {
        int first = firstCharacter(bytes);
        if (first == '[' || first == '{') {
            return new PhillyReader(where, bytes, told);
        }
        SwfLines lines = new SwfLines(bytes);
        String header = lines.next();
        return header != null && HeliosReader.isHeader(header)
                ? new HeliosReader(where, lines, header, told)
                : new GpuTaskReader(where, lines, header);
    }

    private static int firstCharacter(BufferedInputStream bytes) throws IOException {
        bytes.mark(BLANKS);
        int first = bytes.read();
        for (int i = 1; i < BLANKS && (first == ' ' || first == '\t' || first == '\r' || first == '\n'); i++) {
            first = bytes.read();
        }
        bytes.reset();
        return first;
    }

    /** Requests of the tasks, with their numbers: a task of several hosts makes one of each. */
    public GpuRequests requests() {
        Map<GpuRequest, Long> counts = new LinkedHashMap<>();
        tasks.forEach(task -> counts.merge(task.request(), (long) task.hosts(), Long::sum));
        return GpuRequests.counted(counts);
    }

    /** Most cards that were in use at once, by the times of the trace. */
    public int mostCards() {
        record Change(long at, int cards) {}
        List<Change> changes = new ArrayList<>(2 * tasks.size());
        for (GpuTask task : tasks) {
            changes.add(new Change(task.started(), task.cards()));
            changes.add(new Change(task.started() + task.length(), -task.cards()));
        }
        // What ends at a time makes room for what begins then.
        changes.sort(Comparator.comparingLong(Change::at).thenComparingInt(Change::cards));
        long used = 0;
        long most = 0;
        for (Change change : changes) {
            used += change.cards();
            most = Math.max(most, used);
        }
        return (int) Math.min(Integer.MAX_VALUE, most);
    }

    /** Number of jobs that were left out. */
    long skipped() {
        return oddities.entrySet().stream()
                .filter(oddity -> oddity.getKey().skips())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** The oddities as a person would tell them, a line for each; empty if there were none. */
    public String oddityWords() {
        return GpuOddity.words(oddities);
    }

    /** Tells traces of one name apart, so that a run does not go on with the results of another. */
    @Override
    public String toString() {
        return "%s (%d tasks, %08x)".formatted(name, tasks.size(), tasks.hashCode());
    }
}
