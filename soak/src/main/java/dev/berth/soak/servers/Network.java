package dev.berth.soak.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** The network between one server and the database: it delays, goes silent, refuses, half-closes and cuts. */
final class Network implements AutoCloseable {
    /** Entries of the journal are longer; questions and signs of life are not. */
    private static final int LONG_REQUEST = 600;

    private static final long LATE = 400;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int database;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private final AtomicReference<Trap> trap = new AtomicReference<>(Trap.NONE);
    private volatile long delay;
    private volatile boolean isSilent;
    private volatile boolean isRefusing;

    /** What happens to the next commit. */
    enum Trap {
        NONE,
        /** Half of it arrives, then the connection is cut. */
        INSIDE,
        /** It arrives, and its answer does not. */
        BEFORE_ITS_ANSWER,
        /** Its sender is cut off, and only then it arrives. */
        LATE
    }

    private record Link(Socket server, Socket database) {
        void close() {
            quietly(server::close);
            quietly(database::close);
        }
    }

    Network(int database) throws IOException {
        this.database = database;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Of everything that is sent, either way. */
    void delay(long millis) {
        delay = millis;
    }

    /** Nothing is lost and nothing arrives while it is silent. */
    void silent(boolean on) {
        isSilent = on;
    }

    void refuse(boolean on) {
        isRefusing = on;
    }

    void catchCommit(Trap next) {
        trap.set(next);
    }

    /** Whether a commit was caught since. */
    boolean hasCaught() {
        return trap.get() == Trap.NONE;
    }

    void cut() {
        links.forEach(Link::close);
        links.clear();
    }

    /** One direction ends, the other goes on. */
    void halfClose(boolean towardsDatabase) {
        links.forEach(link -> quietly((towardsDatabase ? link.database : link.server)::shutdownOutput));
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket server = door.accept();
                if (isRefusing) {
                    server.close();
                    continue;
                }
                connect(server);
            } catch (IOException e) {
                // Closed, or the database is not there.
            }
        }
    }

    private void connect(Socket server) throws IOException {
        Link link;
        try {
            link = new Link(server, new Socket(InetAddress.getLoopbackAddress(), database));
        } catch (IOException e) {
            server.close();
            throw e;
        }
        server.setTcpNoDelay(true);
        link.database.setTcpNoDelay(true);
        links.add(link);
        Thread.ofVirtual().start(() -> pump(link, true));
        Thread.ofVirtual().start(() -> pump(link, false));
    }

    private void pump(Link link, boolean isRequest) {
        byte[] bytes = new byte[1 << 16];
        try {
            InputStream in = (isRequest ? link.server : link.database).getInputStream();
            OutputStream out = (isRequest ? link.database : link.server).getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                Thread.sleep(delay);
                while (isSilent) {
                    Thread.sleep(1);
                }
                Trap next = isRequest && count > LONG_REQUEST ? trap.getAndSet(Trap.NONE) : Trap.NONE;
                pass(link, out, bytes, count, next);
            }
        } catch (IOException e) {
            // Cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            links.remove(link);
            link.close();
        }
    }

    private static void pass(Link link, OutputStream out, byte[] bytes, int count, Trap trap)
            throws IOException, InterruptedException {
        if (trap == Trap.LATE) {
            link.server.close();
            Thread.sleep(LATE);
        }
        if (trap == Trap.BEFORE_ITS_ANSWER) {
            // What the database says to it finds nobody.
            link.server.close();
        }
        out.write(bytes, 0, trap == Trap.INSIDE ? count / 2 : count);
        out.flush();
        if (trap == Trap.INSIDE) {
            link.close();
        } else if (trap != Trap.NONE) {
            // So that the database has read it before it learns that its client is gone.
            Thread.sleep(LATE);
        }
    }

    private interface Closing {
        void run() throws IOException;
    }

    private static void quietly(Closing closing) {
        try {
            closing.run();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
