package dev.berth.service.notice;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Begins the answer to a TLS handshake, and sends one byte of it after the other: no read waits long, and the handshake never ends. */
public final class TricklingServer implements AutoCloseable {
    /** A handshake record of TLS 1.2 with the longest content, which takes many minutes at this pace. */
    private static final byte[] RECORD = {0x16, 0x03, 0x03, 0x40, 0x00};

    private static final long PAUSE_NANOS = 50_000_000;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger open = new AtomicInteger();

    public TricklingServer() throws IOException {
        Thread.ofVirtual().start(this::take);
    }

    public int port() {
        return door.getLocalPort();
    }

    public String address() {
        return "https://127.0.0.1:%d/".formatted(port());
    }

    /** How many clients are kept waiting. */
    public int open() {
        return open.get();
    }

    private void take() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                Thread.ofVirtual().start(() -> trickle(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void trickle(Socket socket) {
        open.incrementAndGet();
        try (socket) {
            OutputStream out = socket.getOutputStream();
            out.write(RECORD);
            while (!door.isClosed()) {
                out.write(2);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException e) {
            // The client has given up.
        } finally {
            open.decrementAndGet();
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
