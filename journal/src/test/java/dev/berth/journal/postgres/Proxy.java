package dev.berth.journal.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A network between the service and its database that delays, loses and cuts, as a test says. */
public final class Proxy implements AutoCloseable {
    private final ServerSocket door = open();
    private final int target;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private volatile Mode mode = Mode.PASS;
    /** Counts down at the first bytes that are held back. */
    private volatile CountDownLatch caught = new CountDownLatch(1);

    public enum Mode {
        PASS,
        /** Requests of the client are held back. */
        HOLD_REQUESTS,
        /** Answers of the database are held back. */
        HOLD_ANSWERS,
        /** New connections are cut at once. */
        REFUSE
    }

    public Proxy(int target) {
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    private static ServerSocket open() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return door.getLocalPort();
    }

    public void set(Mode next) {
        caught = new CountDownLatch(1);
        mode = next;
    }

    void awaitCaught() throws InterruptedException {
        caught.await();
    }

    /** Cuts the clients off. What is held back for the database still arrives there once it passes. */
    public void cutClients() {
        links.forEach(link -> close(link.client));
    }

    /** Cuts everything; what is held back is lost. */
    public void cutAll() {
        links.forEach(link -> {
            link.isCut = true;
            close(link.client);
            close(link.database);
        });
        links.clear();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (mode == Mode.REFUSE) {
                    close(client);
                    continue;
                }
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
                links.add(link);
                Thread.ofVirtual().start(() -> pump(link, Mode.HOLD_REQUESTS));
                Thread.ofVirtual().start(() -> pump(link, Mode.HOLD_ANSWERS));
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void pump(Link link, Mode holding) {
        boolean isRequest = holding == Mode.HOLD_REQUESTS;
        byte[] bytes = new byte[1 << 14];
        try {
            InputStream in = (isRequest ? link.client : link.database).getInputStream();
            OutputStream out = (isRequest ? link.database : link.client).getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                while (mode == holding && !link.isNew && !link.isCut) {
                    caught.countDown();
                    Thread.sleep(1);
                }
                if (link.isCut) {
                    return;
                }
                out.write(bytes, 0, count);
                out.flush();
            }
            if (!isRequest) {
                // The database has ended it, and its client learns that at once.
                close(link.client);
            }
        } catch (IOException e) {
            // cut
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    /** Lets connections that are made from now on pass, whatever is held back on the older ones. */
    private final class Link {
        private final Socket client;
        private final Socket database;
        private final boolean isNew = mode != Mode.PASS;
        private volatile boolean isCut;

        Link(Socket client, Socket database) {
            this.client = client;
            this.database = database;
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cutAll();
    }
}
