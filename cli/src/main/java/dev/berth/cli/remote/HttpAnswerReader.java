package dev.berth.cli.remote;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/** Reads one answer of HTTP/1.1. It may come from anybody: its lines, its length and its time are limited. */
final class HttpAnswerReader {
    private static final int LONGEST_LINE = 16_384;
    /** Most lines of the head, including the heads of preliminary answers. */
    private static final int MOST_LINES = 1_000;

    private static final int LARGEST_BODY = 256 << 20;

    private final InputStream in;
    private int lines;

    /**
     * @param longest for the whole answer, however slowly it arrives
     */
    HttpAnswerReader(InputStream in, Duration longest) {
        this.in = new BufferedInputStream(new Limited(in, longest));
    }

    /** Fails once a time has passed; a single read is limited by the socket. */
    private static final class Limited extends FilterInputStream {
        private final long begun = System.nanoTime();
        private final Duration longest;

        Limited(InputStream in, Duration longest) {
            super(in);
            this.longest = longest;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (System.nanoTime() - begun > longest.toNanos()) {
                throw new SocketTimeoutException("the answer takes too long");
            }
            return super.read(bytes, offset, length);
        }
    }

    /** Head of an answer; a length of -1 is unknown. */
    private record Head(int status, long length, boolean isChunked, long version) {
        boolean hasBody() {
            return status != 204 && status != 304;
        }
    }

    Exchange.Answered read() throws IOException {
        Head head = head();
        byte[] body = !head.hasBody()
                ? new byte[0]
                : head.isChunked() || head.length() < 0 ? all(body(head)) : whole(head.length());
        return new Exchange.Answered(head.status(), new String(body, StandardCharsets.UTF_8), head.version());
    }

    /** An answer whose body is read while it comes. */
    Exchange.Streamed stream(Closeable connection) throws IOException {
        Head head = head();
        return new Exchange.Streamed(head.status(), body(head), connection);
    }

    private InputStream body(Head head) {
        return head.isChunked() ? new ChunkedBody(in) : in;
    }

    private Head head() throws IOException {
        int status;
        long length = -1;
        boolean isChunked = false;
        long version = 0;
        do {
            status = status(headLine());
            for (String header = headLine(); !header.isEmpty(); header = headLine()) {
                String lower = header.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    length = length(header.substring("content-length:".length()).strip());
                } else if (lower.startsWith("transfer-encoding:")) {
                    isChunked = lower.endsWith("chunked");
                } else if (lower.matches("berth-version: *[0-9]{1,18}")) {
                    version = Long.parseLong(
                            lower.substring("berth-version:".length()).strip());
                }
            }
            // 100 to 199 are preliminary: the answer itself follows.
        } while (status / 100 == 1);
        return new Head(status, length, isChunked, version);
    }

    private String headLine() throws IOException {
        if (++lines > MOST_LINES) {
            throw new IOException("the answer is too long");
        }
        return line();
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.[01] [0-9]{3}( .*)?")) {
            throw new IOException("the answer is not HTTP");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private static long length(String digits) throws IOException {
        if (!digits.matches("[0-9]{1,9}") || Long.parseLong(digits) > LARGEST_BODY) {
            throw new IOException("the answer is too long");
        }
        return Long.parseLong(digits);
    }

    private byte[] whole(long length) throws IOException {
        byte[] body = in.readNBytes((int) length);
        if (body.length < length) {
            throw new EOFException("the answer is cut off");
        }
        return body;
    }

    /** Everything up to the end. */
    private static byte[] all(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(LARGEST_BODY + 1);
        if (bytes.length > LARGEST_BODY) {
            throw new IOException("the answer is too long");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LONGEST_LINE) {
                throw new EOFException("the answer is cut off");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
