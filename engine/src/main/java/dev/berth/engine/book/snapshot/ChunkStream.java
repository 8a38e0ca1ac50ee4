package dev.berth.engine.book.snapshot;

import java.io.IOException;
import java.io.OutputStream;

/** Hands on in chunks what is written in small pieces, by one thread: unlike {@code BufferedOutputStream} it takes no lock. */
public final class ChunkStream extends OutputStream {
    private final OutputStream out;
    private final byte[] chunk = new byte[1 << 13];
    private int filled;

    public ChunkStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        if (filled == chunk.length) {
            handOn();
        }
        chunk[filled++] = (byte) one;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (count > chunk.length - filled) {
            handOn();
        }
        if (count > chunk.length) {
            out.write(bytes, offset, count);
        } else {
            System.arraycopy(bytes, offset, chunk, filled, count);
            filled += count;
        }
    }

    private void handOn() throws IOException {
        out.write(chunk, 0, filled);
        filled = 0;
    }

    @Override
    public void flush() throws IOException {
        handOn();
        out.flush();
    }
}
