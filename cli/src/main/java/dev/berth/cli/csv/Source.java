package dev.berth.cli.csv;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A file, or standard input under the name {@code -}, read as UTF-8 text; unpacks what is gzipped. */
public final class Source implements Closeable {
    public static final String STANDARD_INPUT = "-";

    private static final int BUFFER = 1 << 16;

    private final String name;
    private final long size;
    private final Counting counting;
    private final Reader reader;

    private Source(String name, long size, InputStream raw) throws IOException {
        this.name = name;
        this.size = size;
        this.counting = new Counting(raw);
        // Bytes that are not UTF-8 stop the reading; they would else come back changed in the placements.
        this.reader = new InputStreamReader(
                withoutByteOrderMark(unpacked(new BufferedInputStream(counting, BUFFER))),
                StandardCharsets.UTF_8.newDecoder());
    }

    public static Source open(String argument, InputStream standardInput) {
        boolean standard = argument.equals(STANDARD_INPUT);
        String name = standard ? "standard input" : argument;
        InputStream raw = standard ? standardInput : null;
        try {
            long size = 0;
            if (raw == null) {
                Path file = Path.of(argument);
                if (!Files.exists(file)) {
                    throw new BadInput(name + ": file not found; name a file, or - for standard input");
                }
                if (Files.isDirectory(file)) {
                    throw new BadInput(name + ": is a directory; name a file, or - for standard input");
                }
                size = Files.isRegularFile(file) ? Files.size(file) : 0;
                raw = Files.newInputStream(file);
            }
            return new Source(name, size, raw);
        } catch (IOException e) {
            close(raw);
            throw new Failed(name + ": cannot be read", e);
        }
    }

    private static void close(@Nullable InputStream raw) {
        try {
            if (raw != null) {
                raw.close();
            }
        } catch (IOException e) {
            // What matters is why it could not be read.
        }
    }

    /** Told by the first two bytes, not by the name. */
    private static InputStream unpacked(BufferedInputStream raw) throws IOException {
        raw.mark(2);
        boolean packed = raw.read() == 0x1f && raw.read() == 0x8b;
        raw.reset();
        return packed ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw;
    }

    private static InputStream withoutByteOrderMark(InputStream raw) throws IOException {
        PushbackInputStream text = new PushbackInputStream(raw, 3);
        byte[] start = new byte[3];
        int length = text.readNBytes(start, 0, 3);
        if (length < 3 || start[0] != (byte) 0xef || start[1] != (byte) 0xbb || start[2] != (byte) 0xbf) {
            text.unread(start, 0, length);
        }
        return text;
    }

    /** Name of the source in messages. */
    public String name() {
        return name;
    }

    /** Bytes of the file; 0 if not known. */
    public long size() {
        return size;
    }

    /** Bytes of the file that have been read. */
    public long position() {
        return counting.count;
    }

    public Reader reader() {
        return reader;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private static final class Counting extends FilterInputStream {
        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
