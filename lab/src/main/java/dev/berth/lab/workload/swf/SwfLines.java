package dev.berth.lab.workload.swf;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file, plain or gzip. Of a line only the first {@value #MOST} bytes are kept, so that a file that is
 * not text does not fill the memory.
 */
public final class SwfLines implements AutoCloseable {
    static final int MOST = 4096;

    private final InputStream bytes;
    private final byte[] line = new byte[MOST];
    private long number;

    public SwfLines(InputStream raw) throws IOException {
        this.bytes = unpacked(raw);
    }

    /** The bytes of a file that may be gzipped. */
    public static BufferedInputStream unpacked(InputStream raw) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(raw, 1 << 16);
        return isGzip(buffered) ? new BufferedInputStream(new GZIPInputStream(buffered), 1 << 16) : buffered;
    }

    /** Detects gzip by the first two bytes, not by the name: browsers unpack .gz and keep the name. */
    private static boolean isGzip(BufferedInputStream bytes) throws IOException {
        bytes.mark(2);
        boolean gzip = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return gzip;
    }

    /** The next line without its end and outer blanks, or null after the last. */
    public @Nullable String next() throws IOException {
        int next = bytes.read();
        if (next < 0) {
            return null;
        }
        number++;
        int length = 0;
        for (; next >= 0 && next != '\n'; next = bytes.read()) {
            if (length < MOST) {
                line[length++] = (byte) next;
            }
        }
        // Latin-1 takes any byte: old logs have names of people in their comments in all sorts of encodings.
        return new String(line, 0, length, StandardCharsets.ISO_8859_1).strip();
    }

    /** Number of the line that {@link #next} returned last, counted from 1. */
    public long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
