package dev.berth.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A CSV file that is written all or nothing: the rows go to a temporary file and only {@link #commit} brings them to where they are
 * wanted. A regular file is replaced in one step; a stream or a device gets a copy.
 */
public final class RowsFile implements RowWriter, AutoCloseable {
    public static final String STANDARD_OUTPUT = "-";

    private final String name;
    private final Path temporary;
    private final Delivery delivery;
    private final CsvWriter csv;

    /** Brings the finished file to its place. */
    private interface Delivery {
        void deliver(Path finished) throws IOException;
    }

    private RowsFile(String name, Path temporary, Delivery delivery, String... header) throws IOException {
        this.name = name;
        this.temporary = temporary;
        this.delivery = delivery;
        this.csv = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .bufferSize(1 << 16)
                .build(temporary, StandardCharsets.UTF_8, StandardOpenOption.TRUNCATE_EXISTING);
        // For a run that is interrupted.
        temporary.toFile().deleteOnExit();
        write(header);
    }

    public static RowsFile open(String out, OutputStream standardOutput, String... header) {
        String name = out.equals(STANDARD_OUTPUT) ? "standard output" : out;
        try {
            if (out.equals(STANDARD_OUTPUT)) {
                return new RowsFile(name, elsewhere(), finished -> Files.copy(finished, standardOutput), header);
            }
            Path target = Path.of(out).toAbsolutePath();
            if (Files.isDirectory(target)) {
                throw new Failed(name + ": cannot be written: it is a directory; name a file in it");
            }
            Path parent = target.getParent();
            if (parent != null && !Files.isDirectory(parent)) {
                throw new Failed(
                        "%s: cannot be written: directory %s does not exist; create it, or choose another place"
                                .formatted(name, parent));
            }
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                return new RowsFile(name, elsewhere(), finished -> copy(finished, target), header);
            }
            // A link keeps pointing to what it points to.
            Path real = Files.exists(target) ? target.toRealPath() : target;
            return new RowsFile(name, beside(real), finished -> move(finished, real), header);
        } catch (IOException e) {
            throw new Failed(name + ": cannot be written", e);
        }
    }

    private static Path elsewhere() throws IOException {
        return Files.createTempFile("berth-", ".csv");
    }

    /** Not one of Java's own temporary files: those are for their owner's eyes only, and this one stays. */
    private static Path beside(Path target) throws IOException {
        String unique = Long.toString(ProcessHandle.current().pid(), 36) + Long.toString(System.nanoTime(), 36);
        return Files.createFile(target.resolveSibling("." + target.getFileName() + "." + unique + ".part"));
    }

    private static void move(Path finished, Path target) throws IOException {
        Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void copy(Path finished, Path device) throws IOException {
        try (OutputStream out = Files.newOutputStream(device, StandardOpenOption.WRITE)) {
            Files.copy(finished, out);
        }
    }

    @Override
    public void write(String... fields) {
        try {
            csv.writeRecord(fields);
        } catch (UncheckedIOException e) {
            throw new Failed(name + ": cannot be written", e.getCause());
        }
    }

    /** Brings the rows to their place. */
    public void commit() {
        try {
            csv.close();
            delivery.deliver(temporary);
        } catch (IOException e) {
            throw new Failed(name + ": cannot be written", e);
        }
    }

    /** Leaves nothing behind but what was committed. */
    @Override
    public void close() {
        try {
            csv.close();
        } catch (IOException | UncheckedIOException e) {
            // Without a commit nobody wants the rows; after it they are safe.
        }
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            throw new Failed(temporary + ": cannot be deleted", e);
        }
    }
}
