package dev.berth.soak.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** The network between a client and a server, each a process: it delays, goes silent, refuses, half-closes and cuts. */
public final class Network implements AutoCloseable {
    /** Entries of a journal are longer; questions and signs of life are not. */
    private static final int LONG_REQUEST = 600;

    private static final long LATE = 400;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int server;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private final AtomicReference<Trap> trap = new AtomicReference<>(Trap.NONE);
    private final AtomicReference<Runnable> beforeRequest = new AtomicReference<>(Network::nothing);
    private final AtomicReference<Runnable> beforeAnswer = new AtomicReference<>(Network::nothing);
    private volatile long delay;
    private volatile boolean isSilent;
    private volatile boolean isRefusing;

    /** Trap for the next commit. */
    public enum Trap {
        NONE,
        /** Half of it arrives, then the connection is cut. */
        INSIDE,
        /** It arrives, and its answer does not. */
        BEFORE_ITS_ANSWER,
        /** Its sender is cut off, and only then it arrives. */
        LATE
    }

    private record Link(Socket client, Socket server) {
        void close() {
            quietly(client::close);
            quietly(server::close);
        }
    }

    public Network(int server) throws IOException {
        this.server = server;
        Thread.ofVirtual().start(this::accept);
    }

    /** Where the client finds the server. */
    public int port() {
        return door.getLocalPort();
    }

    /** Delays everything that is sent, in both directions. */
    public void delay(long millis) {
        delay = millis;
    }

    /** Nothing is lost and nothing arrives while it is silent. */
    public void silent(boolean on) {
        isSilent = on;
    }

    public void refuse(boolean on) {
        isRefusing = on;
    }

    public void catchCommit(Trap next) {
        trap.set(next);
    }

    /** Does this once, before the next request is passed on. */
    public void beforeRequest(Runnable what) {
        beforeRequest.set(what);
    }

    /** Does this once, before the next answer is passed on. */
    public void beforeAnswer(Runnable what) {
        beforeAnswer.set(what);
    }

    /** Whether a commit was caught since. */
    public boolean hasCaught() {
        return trap.get() == Trap.NONE;
    }

    public void cut() {
        links.forEach(Link::close);
        links.clear();
    }

    /** One direction ends, the other goes on. */
    public void halfClose(boolean towardsServer) {
        links.forEach(link -> quietly((towardsServer ? link.server : link.client)::shutdownOutput));
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (isRefusing) {
                    client.close();
                    continue;
                }
                connect(client);
            } catch (IOException e) {
                // Closed, or the server is not there.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Link link;
        try {
            link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), server));
        } catch (IOException e) {
            client.close();
            throw e;
        }
        client.setTcpNoDelay(true);
        link.server.setTcpNoDelay(true);
        links.add(link);
        Thread.ofVirtual().start(() -> pump(link, true));
        Thread.ofVirtual().start(() -> pump(link, false));
    }

    private void pump(Link link, boolean isRequest) {
        byte[] bytes = new byte[1 << 16];
        try {
            InputStream in = (isRequest ? link.client : link.server).getInputStream();
            OutputStream out = (isRequest ? link.server : link.client).getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                Thread.sleep(delay);
                while (isSilent) {
                    Thread.sleep(1);
                }
                (isRequest ? beforeRequest : beforeAnswer)
                        .getAndSet(Network::nothing)
                        .run();
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
            link.client.close();
            Thread.sleep(LATE);
        }
        if (trap == Trap.BEFORE_ITS_ANSWER) {
            // What the server says to it finds nobody.
            link.client.close();
        }
        out.write(bytes, 0, trap == Trap.INSIDE ? count / 2 : count);
        out.flush();
        if (trap == Trap.INSIDE) {
            link.close();
        } else if (trap != Trap.NONE) {
            // So that the server has read it before it learns that its client is gone.
            Thread.sleep(LATE);
        }
    }

    private static void nothing() {}

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

    /** A port that nobody listens on at the moment. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
