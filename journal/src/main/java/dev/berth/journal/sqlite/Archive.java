package dev.berth.journal.sqlite;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.JournalUnavailable;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Old entries beside the journal, for audit: files {@code entries-<from>-<to>.jsonl.gz}, a line of JSON for each entry,
 * with the check sum it had in the journal. A file is complete when it has its name, and never changes afterwards.
 */
public final class Archive {
    private static final Pattern NAME = Pattern.compile("entries-([0-9]{1,18})-([0-9]{1,18})\\.jsonl\\.gz");
    private static final String UNFINISHED = ".part";
    /** Whatever was written can be read, however long a text is in it. */
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private final Path directory;
    private final Disk disk;

    /** The archive in a directory, which need not exist. */
    public Archive(Path directory) {
        this(directory, Disk.REAL);
    }

    Archive(Path directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
    }

    /** A file of the archive. */
    public record Piece(Path file, long from, long to) {}

    /** Gives entries one after the other. */
    interface Source {
        void read(Consumer<Entry> reader);
    }

    /** The files by number. */
    public List<Piece> pieces() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Piece> found = new ArrayList<>();
            files.forEach(file -> {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    found.add(new Piece(file, Long.parseLong(name.group(1)), Long.parseLong(name.group(2))));
                }
            });
            found.sort(Comparator.comparingLong(Piece::from));
            return found;
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    /**
     * Gives the entries above one number and up to another, in their order.
     *
     * @throws DamagedJournal at the first that is missing or not as it was written
     */
    public void read(long after, long upTo, Consumer<Entry> reader) {
        long next = after + 1;
        for (Piece piece : pieces()) {
            if (piece.to() < next || piece.from() > upTo) {
                continue;
            }
            if (piece.from() > next) {
                throw missing(next);
            }
            long first = next;
            read(piece, entry -> {
                if (entry.number() >= first && entry.number() <= upTo) {
                    reader.accept(entry);
                }
            });
            next = piece.to() + 1;
        }
        if (next <= upTo) {
            throw missing(next);
        }
    }

    private DamagedJournal missing(long next) {
        return new DamagedJournal(directory.toString(), next, "missing; the archive has no file with this entry", null);
    }

    /** All entries of a file; the end is reached only if all of them are right. */
    private void read(Piece piece, Consumer<Entry> reader) {
        String file = piece.file().toString();
        long next = piece.from();
        try (InputStream in = disk.at(CrashPoint.ARCHIVE_READ, () -> Files.newInputStream(piece.file()));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(in, 1 << 16), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.accept(entry(file, next, line));
                next++;
            }
        } catch (FileSystemException e) {
            throw unreadable(piece.file(), e);
        } catch (IOException e) {
            throw new DamagedJournal(file, next, "cannot be read: " + e.getMessage(), e);
        }
        if (next != piece.to() + 1) {
            throw new DamagedJournal(file, next, "missing; the file should go on up to entry " + piece.to(), null);
        }
    }

    private static Entry entry(String file, long number, String line) {
        try {
            JsonNode node = JSON.readTree(line);
            byte[] body = node.has("base64")
                    ? Base64.getDecoder().decode(node.path("base64").asText())
                    : node.path("body").asText().getBytes(StandardCharsets.UTF_8);
            Entry entry = new Entry(
                    node.path("number").asLong(),
                    node.path("time").asLong(),
                    node.path("kind").asText(),
                    body);
            if (entry.number() != number || entry.sum() != node.path("sum").asLong()) {
                throw new DamagedJournal(file, number, "its check sum is wrong", null);
            }
            return entry;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new DamagedJournal(file, number, "cannot be read: " + e.getMessage(), e);
        }
    }

    private static String line(Entry entry) throws IOException {
        ObjectNode node = JSON.createObjectNode()
                .put("number", entry.number())
                .put("time", entry.time())
                .put("kind", entry.kind());
        try {
            // What a site writes is text, and an auditor wants to read it.
            node.put(
                    "body",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(entry.body()))
                            .toString());
        } catch (CharacterCodingException e) {
            node.put("base64", Base64.getEncoder().encodeToString(entry.body()));
        }
        return JSON.writeValueAsString(node.put("sum", entry.sum()));
    }

    /**
     * Writes a file with these entries, which are durable and were read back when this returns.
     *
     * @param beforeName is told the number of bytes when the file is complete but does not have its name yet
     */
    Piece write(long from, long to, Source source, LongConsumer beforeName) {
        Path file = directory.resolve("entries-%018d-%018d.jsonl.gz".formatted(from, to));
        Path unfinished = directory.resolve(file.getFileName() + UNFINISHED);
        try {
            disk.at(
                    CrashPoint.ARCHIVE_WRITE,
                    () -> Privacy.file(Privacy.directory(directory).resolve(unfinished)));
            try (FileChannel channel = FileChannel.open(
                            unfinished,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE);
                    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(
                            new GZIPOutputStream(Channels.newOutputStream(channel), 1 << 16),
                            StandardCharsets.UTF_8))) {
                source.read(entry -> {
                    try {
                        out.write(line(entry));
                        out.write('\n');
                    } catch (IOException e) {
                        throw unwritable(file, e);
                    }
                });
            }
            disk.at(CrashPoint.ARCHIVE_WRITE, () -> sync(unfinished, StandardOpenOption.WRITE));
            read(new Piece(unfinished, from, to), entry -> {});
            beforeName.accept(Files.size(unfinished));
            disk.at(CrashPoint.ARCHIVE_PUBLISH, () -> Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE));
            disk.at(CrashPoint.SYNC_DIRECTORY, () -> sync(directory, StandardOpenOption.READ));
            return new Piece(file, from, to);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** Deletes what a crash has left: unfinished files, and those whose entries are all in the journal still. */
    void forgetAfter(long archived) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> unfinished =
                    files.filter(file -> file.toString().endsWith(UNFINISHED)).toList();
            for (Path file : unfinished) {
                disk.at(CrashPoint.ARCHIVE_FORGET, () -> Files.deleteIfExists(file));
            }
            for (Piece piece : pieces()) {
                if (piece.from() > archived) {
                    disk.at(CrashPoint.ARCHIVE_FORGET, () -> Files.deleteIfExists(piece.file()));
                }
            }
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    private static boolean sync(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
            return true;
        }
    }

    private static JournalUnavailable unwritable(Path path, IOException e) {
        return new JournalUnavailable("cannot write to the archive " + path + ": " + e, e);
    }

    private static JournalUnavailable unreadable(Path path, IOException e) {
        return new JournalUnavailable("cannot read the archive " + path + ": " + e, e);
    }
}
