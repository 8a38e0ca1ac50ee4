package dev.berth.lab.workload.swf;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a log in the Standard Workload Format, version 2.2, plain or gzip, one at a time in the order of submit.
 * Logs are seldom clean: {@link Oddity} says which jobs it skips and which it mends and how, {@link #oddities} how many
 * there were so far. A file without a single job is refused at once.
 */
public final class SwfReader implements JobLog {
    private final String name;
    private final SwfLines lines;
    private final SwfHeader header = new SwfHeader();
    private final OptionalInt given;
    private final Map<Oddity, Long> counts = new EnumMap<>(Oddity.class);
    private long read;
    private long lastSubmit;
    private boolean anyJob;
    private @Nullable BadTrace firstBad;
    private @Nullable SwfJob upcoming;

    private SwfReader(String name, InputStream bytes, OptionalInt given) throws IOException {
        if (given.isPresent() && (given.getAsInt() < 1 || given.getAsInt() > Pool.MOST_SERVERS)) {
            throw new BadValue("processors", given.getAsInt(), "must be from 1 to " + Pool.MOST_SERVERS);
        }
        this.name = name;
        this.given = given;
        this.lines = new SwfLines(bytes);
        this.upcoming = advance();
    }

    /** Takes the size of the machine from the header. */
    public static SwfReader open(Path file) throws IOException {
        return open(file.toString(), Files.newInputStream(file), OptionalInt.empty());
    }

    /** A machine of this many processors, whatever the header says. */
    public static SwfReader open(Path file, int processors) throws IOException {
        return open(file.toString(), Files.newInputStream(file), OptionalInt.of(processors));
    }

    /**
     * Reads from and closes any stream.
     *
     * @param name what to call it in messages
     * @param processors of the machine; empty to take them from the header
     */
    public static SwfReader open(String name, InputStream bytes, OptionalInt processors) throws IOException {
        try {
            return new SwfReader(name, bytes, processors);
        } catch (ZipException | EOFException broken) {
            bytes.close();
            throw new BadTrace(name, 0, "the gzip data is broken", "a gzip header");
        } catch (IOException | RuntimeException refused) {
            bytes.close();
            throw refused;
        }
    }

    /** Processors of the machine: as given, or else from the header; empty if neither is known, and then no job is too wide. */
    @Override
    public OptionalInt processors() {
        return given.isPresent() ? given : header.processors();
    }

    /** Oddities of the lines read so far; the reader is one job ahead of the last one returned. */
    @Override
    public Oddities oddities() {
        return new Oddities(read, counts);
    }

    @Override
    public boolean hasNext() {
        return upcoming != null;
    }

    @Override
    public SwfJob next() {
        SwfJob job = upcoming;
        if (job == null) {
            throw new NoSuchElementException(name + " has no more jobs");
        }
        upcoming = advance();
        return job;
    }

    private @Nullable SwfJob advance() {
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                Optional<SwfJob> job = read(line);
                if (job.isPresent()) {
                    read++;
                    return job.get();
                }
            }
        } catch (ZipException | EOFException broken) {
            throw new BadTrace(name, lines.number(), "the gzip data is broken", "the rest of the file");
        } catch (IOException failed) {
            throw new UncheckedIOException(name + ", line " + lines.number() + ": cannot be read", failed);
        }
        if (!anyJob) {
            if (firstBad != null) {
                throw firstBad;
            }
            throw lines.number() == 0
                    ? BadTrace.empty(name, SwfFields.EXPECTED)
                    : new BadTrace(name, lines.number(), "the file ends without a job", SwfFields.EXPECTED);
        }
        return null;
    }

    private Optional<SwfJob> read(String line) {
        if (line.isEmpty()) {
            return Optional.empty();
        }
        if (line.startsWith(";")) {
            if (!anyJob) {
                header.read(line);
            }
            return Optional.empty();
        }
        Optional<SwfFields> fields = SwfFields.parse(line);
        if (fields.isEmpty()) {
            if (firstBad == null) {
                firstBad = new BadTrace(name, lines.number(), "found " + quoted(line), SwfFields.EXPECTED);
            }
            count(Oddity.MALFORMED);
            return Optional.empty();
        }
        anyJob = true;
        Optional<Oddity> skip = reasonToSkip(fields.get());
        skip.ifPresent(this::count);
        return skip.isPresent() ? Optional.empty() : Optional.of(mended(fields.get()));
    }

    private Optional<Oddity> reasonToSkip(SwfFields fields) {
        if (fields.submit() < 0) {
            return Optional.of(Oddity.NO_SUBMIT);
        } else if (fields.runTime() <= 0) {
            return Optional.of(Oddity.NO_RUN_TIME);
        } else if (fields.processors() <= 0) {
            return Optional.of(Oddity.NO_PROCESSORS);
        } else if (fields.processors() > processors().orElse(Pool.MOST_SERVERS)) {
            return Optional.of(Oddity.TOO_WIDE);
        }
        return Optional.empty();
    }

    private SwfJob mended(SwfFields fields) {
        countIf(fields.present() < SwfFields.ALL, Oddity.SHORT_LINE);
        countIf(fields.submit() < lastSubmit, Oddity.SUBMIT_BACKWARDS);
        countIf(fields.requestedProcessors() <= 0, Oddity.NO_REQUESTED_PROCESSORS);
        boolean requestedTime = fields.requestedTime() > 0;
        countIf(!requestedTime, Oddity.NO_REQUESTED_TIME);
        countIf(requestedTime && fields.requestedTime() < fields.runTime(), Oddity.REQUEST_BELOW_RUN_TIME);
        lastSubmit = Math.max(lastSubmit, fields.submit());
        return new SwfJob(
                fields.number(),
                lastSubmit,
                fields.waited(),
                fields.runTime(),
                fields.allocatedProcessors(),
                (int) fields.processors(),
                requestedTime ? fields.requestedTime() : fields.runTime(),
                fields.user(),
                fields.status());
    }

    private void countIf(boolean odd, Oddity oddity) {
        if (odd) {
            count(oddity);
        }
    }

    private void count(Oddity oddity) {
        counts.merge(oddity, 1L, Long::sum);
    }

    /** Short and printable, for the file may be anything. */
    private static String quoted(String line) {
        String start = line.length() > 60 ? line.substring(0, 60) + "..." : line;
        return '"' + start.replaceAll("[^\\x20-\\x7e]", "?") + '"';
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
