package dev.berth.lab.workload.gpu;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Bytes up to a number; a file that unpacks to more is refused where it passes it. */
final class LimitedBytes extends FilterInputStream {
    private final long most;
    private long left;

    LimitedBytes(InputStream bytes, long most) {
        super(bytes);
        this.most = most;
        this.left = most;
    }

    /** Thrown where the file has more. */
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1;

        private Exceeded(long most) {
            super("more than " + most + " bytes");
        }
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        if (next >= 0) {
            take(1);
        }
        return next;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int some = super.read(bytes, from, length);
        if (some > 0) {
            take(some);
        }
        return some;
    }

    private void take(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new Exceeded(most);
        }
    }
}
