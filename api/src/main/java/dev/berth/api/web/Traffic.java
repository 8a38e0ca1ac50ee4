package dev.berth.api.web;

import dev.berth.api.connection.Connection;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.api.connection.Connections;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Traffic of one request over its connection, which is closed if the client is too slow. */
final class Traffic implements AutoCloseable {
    /** Bytes written at once: a client that does not take them in time has stalled. */
    static final int PIECE = 64 * 1024;
    /** Room for a body whose length is not known at first. */
    private static final int FIRST = 8 * 1024;

    private final ConnectionLimits limits;
    private final Optional<Connection> connection;

    private Traffic(ConnectionLimits limits, Optional<Connection> connection) {
        this.limits = limits;
        this.connection = connection;
        connection.ifPresent(Connection::busy);
    }

    /** A request has arrived, but for its body. */
    static Traffic of(Connections connections, SocketAddress remote) {
        return new Traffic(connections.limits(), connections.from(remote));
    }

    /**
     * Reads a body of at most this many bytes; one that comes slower than a kilobyte a second comes too slowly.
     *
     * @param announced how many bytes are to come; 0 if that is not known
     */
    byte[] read(InputStream in, int most, long announced) throws IOException {
        // One byte more shows the end without another array; what is only announced takes no more than a piece.
        byte[] body = new byte[(int) Math.min(most, announced > 0 ? Math.min(announced + 1, PIECE) : FIRST)];
        int size = 0;
        long begun = System.nanoTime();
        try {
            while (size < most) {
                Duration all = limits.stalled().plusMillis(size);
                Duration left = all.minusNanos(System.nanoTime() - begun);
                connection.ifPresent(it -> it.busy(left));
                if (size == body.length) {
                    body = Arrays.copyOf(body, (int) Math.min(most, 2L * size));
                }
                int count = in.read(body, size, body.length - size);
                if (count < 0) {
                    break;
                }
                size += count;
            }
            return size == body.length ? body : Arrays.copyOf(body, size);
        } finally {
            connection.ifPresent(Connection::busy);
        }
    }

    /** The same stream, in pieces, each of which must be taken in time. */
    OutputStream paced(OutputStream out) {
        return new Paced(out);
    }

    /** Does something that writes at most a piece. */
    void write(Runnable writing) {
        connection.ifPresent(it -> it.busy(limits.stalled()));
        writing.run();
        connection.ifPresent(Connection::busy);
    }

    @Override
    public void close() {
        connection.ifPresent(it -> it.idle(limits.idle()));
    }

    private final class Paced extends FilterOutputStream {
        Paced(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            for (int at = from; at < from + count; at += PIECE) {
                connection.ifPresent(it -> it.busy(limits.stalled()));
                out.write(bytes, at, Math.min(PIECE, from + count - at));
                connection.ifPresent(Connection::busy);
            }
        }

        @Override
        public void flush() throws IOException {
            connection.ifPresent(it -> it.busy(limits.stalled()));
            out.flush();
            connection.ifPresent(Connection::busy);
        }

        @Override
        public void close() throws IOException {
            connection.ifPresent(it -> it.busy(limits.stalled()));
            out.close();
            connection.ifPresent(Connection::busy);
        }
    }
}
