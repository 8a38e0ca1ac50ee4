package dev.berth.lab.workload.gpu;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.SwfLines;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of a list of pods, as Alibaba published them: comma-separated, the columns named in the first line, in any order and with others between. */
final class GpuTaskReader implements GpuTaskSource {
    private static final List<String> COLUMNS =
            List.of("cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "creation_time", "deletion_time");

    private static final String SCHEDULED = "scheduled_time";
    private static final String EXPECTED = "the columns " + String.join(", ", COLUMNS)
            + " in the first line, or those of Helios's cluster_log.csv, or Philly's cluster_job_log in JSON";

    /** Some thousand years in seconds: sums of times do not overflow. */
    private static final long MOST_TIME = 1L << 37;

    private static final int LONGEST = 40;

    private final String file;
    private final SwfLines lines;
    private final int[] columns;
    private final int scheduled;
    private final int width;

    /** @param first the line with the names of the columns, which has been read; null in an empty file */
    GpuTaskReader(String file, SwfLines lines, @Nullable String first) {
        this.file = file;
        this.lines = lines;
        if (first == null) {
            throw BadTrace.empty(file, EXPECTED);
        }
        List<String> names =
                Arrays.stream(first.split(",", -1)).map(String::strip).toList();
        columns = new int[COLUMNS.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = names.indexOf(COLUMNS.get(i));
            if (columns[i] < 0) {
                throw bad("found no column " + COLUMNS.get(i) + " in " + quoted(first), EXPECTED);
            }
        }
        scheduled = names.indexOf(SCHEDULED);
        width = names.size();
    }

    @Override
    public @Nullable GpuTask next() throws IOException {
        String line = lines.next();
        while (line != null && line.isEmpty()) {
            line = lines.next();
        }
        return line == null ? null : task(line);
    }

    private GpuTask task(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != width) {
            throw bad("found " + fields.length + " fields in " + quoted(line), width + " fields, as in the first line");
        }
        long[] numbers = new long[columns.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(fields[columns[i]], COLUMNS.get(i));
        }
        long created = numbers[4];
        long ended = numbers[5];
        boolean began = scheduled >= 0 && !fields[scheduled].isBlank();
        long started = began ? number(fields[scheduled], SCHEDULED) : created;
        if (started < created || ended < started) {
            throw bad(
                    "created at " + created + ", scheduled at " + started + ", deleted at " + ended,
                    "times that do not go back");
        }
        try {
            GpuRequest request = new GpuRequest(
                    Math.toIntExact(numbers[0]),
                    Math.toIntExact(numbers[1]),
                    Math.toIntExact(numbers[2]),
                    Math.toIntExact(numbers[3]));
            return new GpuTask(request, created, started, ended);
        } catch (BadValue e) {
            throw bad(e.field() + " is " + e.value(), e.field() + " that " + e.rule());
        } catch (ArithmeticException e) {
            throw bad("found " + quoted(line), "amounts below 2,147,483,648");
        }
    }

    private long number(String field, String column) {
        String text = field.strip();
        try {
            // Some exports write whole numbers with a point.
            long number = Long.parseLong(text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
            if (number >= 0 && number <= MOST_TIME) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw bad("column " + column + " is " + quoted(text), "a whole number from 0 to " + MOST_TIME);
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
        return false;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
