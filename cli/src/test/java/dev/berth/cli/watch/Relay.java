package dev.berth.cli.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A network between shell and service that can be cut. */
final class Relay implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final int to;
    private volatile boolean isCut;

    Relay(int to) throws IOException {
        this.to = to;
        Thread.ofVirtual().start(this::take);
    }

    String address() {
        return "http://127.0.0.1:" + door.getLocalPort();
    }

    private void take() {
        while (!door.isClosed()) {
            try {
                Socket here = door.accept();
                if (isCut) {
                    here.close();
                    continue;
                }
                Socket there = new Socket(InetAddress.getLoopbackAddress(), to);
                open.addAll(List.of(here, there));
                Thread.ofVirtual().start(() -> pass(here, there));
                Thread.ofVirtual().start(() -> pass(there, here));
            } catch (IOException e) {
                // Closed, or the service is away.
            }
        }
    }

    private static void pass(Socket from, Socket into) {
        try (from;
                into) {
            from.getInputStream().transferTo(into.getOutputStream());
        } catch (IOException e) {
            // One side is gone, so is the other.
        }
    }

    void cut() {
        isCut = true;
        open.forEach(socket -> {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        open.clear();
    }

    void mend() {
        isCut = false;
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
