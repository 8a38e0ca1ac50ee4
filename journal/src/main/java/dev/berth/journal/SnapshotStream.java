package dev.berth.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Cuts a snapshot into parts while it is written. */
public final class SnapshotStream extends OutputStream {
    /** Small enough for a disk to sync in a few milliseconds: an append waits for one part at most. */
    public static final int PART = 1 << 17;

    private final Sink sink;
    private final byte[] buffer = new byte[PART];
    private final CRC32C sum = new CRC32C();
    private int filled;
    private int parts;
    private long length;

    /** Where the parts go. */
    public interface Sink {
        void write(int part, byte[] bytes) throws IOException;
    }

    public SnapshotStream(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void write(int one) throws IOException {
        buffer[filled++] = (byte) one;
        sendIfFull();
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        for (int done = 0; done < count; ) {
            int more = Math.min(count - done, buffer.length - filled);
            System.arraycopy(bytes, offset + done, buffer, filled, more);
            filled += more;
            done += more;
            sendIfFull();
        }
    }

    private void sendIfFull() throws IOException {
        if (filled == buffer.length) {
            send();
        }
    }

    private void send() throws IOException {
        if (filled > 0) {
            byte[] part = Arrays.copyOf(buffer, filled);
            filled = 0;
            sum.update(part);
            length += part.length;
            sink.write(parts++, part);
        }
    }

    /** Sends the rest; nothing is written afterwards. */
    public void end() throws IOException {
        send();
    }

    public int parts() {
        return parts;
    }

    public long length() {
        return length;
    }

    public long sum() {
        return sum.getValue();
    }
}
