package dev.berth.cli.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The body of an answer that comes in chunks, each with its length before it. */
final class ChunkedBody extends InputStream {
    private static final int LONGEST_SIZE = 100;

    private final InputStream in;
    private int left;
    private boolean isFirst = true;
    private boolean isOver;

    ChunkedBody(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        if (!isOver && left == 0) {
            next();
        }
        if (isOver) {
            return -1;
        }
        left--;
        return present(in.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int first = read();
        if (first < 0) {
            return -1;
        }
        bytes[offset] = (byte) first;
        int more = in.read(bytes, offset + 1, Math.min(length - 1, left));
        left -= Math.max(0, more);
        return 1 + Math.max(0, more);
    }

    private void next() throws IOException {
        if (!isFirst) {
            line();
        }
        isFirst = false;
        String size = line().replaceAll(";.*", "").strip();
        if (!size.matches("[0-9a-fA-F]{1,7}")) {
            throw new EOFException("the answer is cut off");
        }
        left = Integer.parseInt(size, 16);
        isOver = left == 0;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = present(in.read()); next != '\n'; next = present(in.read())) {
            if (line.length() > LONGEST_SIZE) {
                throw new IOException("the answer is not HTTP");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    private static int present(int next) throws IOException {
        if (next < 0) {
            throw new EOFException("the answer is cut off");
        }
        return next;
    }
}
