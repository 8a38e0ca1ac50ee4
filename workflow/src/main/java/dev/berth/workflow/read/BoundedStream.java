package dev.berth.workflow.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends with an error once more bytes than allowed have come: a small packed file can hold a huge one. */
final class BoundedStream extends FilterInputStream {
    private final long most;
    private long read;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.most = most;
    }

    /** Parsers wrap what is thrown while they read; this tells what it was. */
    boolean isExceeded() {
        return read > most;
    }

    @Override
    public int read() throws IOException {
        int next = in.read();
        count(next < 0 ? 0 : 1);
        return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = in.read(bytes, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int bytes) throws IOException {
        read += bytes;
        if (isExceeded()) {
            throw new IOException("more than " + most + " bytes");
        }
    }
}
