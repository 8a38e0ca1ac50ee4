package dev.berth.lab.workload.gpu;

import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.SwfLines;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of Helios ({@code cluster_log.csv}, S-Lab-System-Group/HeliosData; Hu et al., Characterization and Prediction of Deep Learning
 * Workloads in Large-Scale GPU Datacenters, SC 2021): comma-separated, the columns named in the first line, in any order. GPUs and
 * cores are those of all nodes of a job; memory is not in the log.
 */
final class HeliosReader implements GpuTaskSource {
    private static final List<String> COUNTS = List.of("gpu_num", "cpu_num", "node_num");
    private static final List<String> TIMES = List.of("submit_time", "start_time", "end_time");

    /** More than any cluster has. */
    private static final long MOST = 100_000_000;

    private static final int LONGEST = 40;

    private final String file;
    private final SwfLines lines;
    private final Consumer<GpuOddity> told;
    private final int[] counts;
    private final int[] times;
    private final int width;

    /** @param first the line with the names of the columns, which has been read */
    HeliosReader(String file, SwfLines lines, String first, Consumer<GpuOddity> told) {
        this.file = file;
        this.lines = lines;
        this.told = told;
        List<String> names = names(first);
        counts = columns(COUNTS, names, first);
        times = columns(TIMES, names, first);
        width = names.size();
    }

    /** Whether these are the columns of Helios. */
    static boolean isHeader(String first) {
        return names(first).containsAll(List.of("gpu_num", "submit_time"));
    }

    private static List<String> names(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }

    private int[] columns(List<String> wanted, List<String> names, String first) {
        return wanted.stream()
                .mapToInt(column -> {
                    int place = names.indexOf(column);
                    if (place < 0) {
                        throw bad(
                                "found no column " + column + " in " + quoted(first),
                                "the columns " + String.join(", ", COUNTS) + ", " + String.join(", ", TIMES)
                                        + " in the first line");
                    }
                    return place;
                })
                .toArray();
    }

    @Override
    public @Nullable GpuTask next() throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!line.isEmpty()) {
                Optional<GpuTask> task = task(line);
                if (task.isPresent()) {
                    return task.get();
                }
            }
        }
        return null;
    }

    private Optional<GpuTask> task(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != width) {
            throw bad("found " + fields.length + " fields in " + quoted(line), width + " fields, as in the first line");
        }
        long cards = count(fields, 0);
        long cores = count(fields, 1);
        long hosts = count(fields, 2);
        long submitted = time(fields, 0);
        if (CalendarTime.isUnknown(text(fields, times[1])) || CalendarTime.isUnknown(text(fields, times[2]))) {
            told.accept(GpuOddity.NEVER_RAN);
            return Optional.empty();
        }
        return new CalendarJob(submitted, time(fields, 1), time(fields, 2), hosts, cards, cores).task(told);
    }

    private static String text(String[] fields, int place) {
        return fields[place].strip();
    }

    private long count(String[] fields, int which) {
        String text = text(fields, counts[which]);
        try {
            // Some exports write whole numbers with a point.
            long number = Long.parseLong(text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
            if (number >= 0 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw bad("column " + COUNTS.get(which) + " is " + quoted(text), "a whole number from 0 to " + MOST);
    }

    private long time(String[] fields, int which) {
        String text = text(fields, times[which]);
        return CalendarTime.seconds(text)
                .orElseThrow(() -> bad("column " + TIMES.get(which) + " is " + quoted(text), CalendarTime.FORM));
    }

    private BadTrace bad(String found, String expected) {
        return new BadTrace(file, lines.number(), found, expected);
    }

    /** Short and printable, for the file may be anything. */
    private static String quoted(String text) {
        String start = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return '"' + start.replaceAll("[^\\x20-\\x7e]", "?") + '"';
    }

    @Override
    public long line() {
        return lines.number();
    }

    @Override
    public boolean hasCalendarTimes() {
        return true;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
