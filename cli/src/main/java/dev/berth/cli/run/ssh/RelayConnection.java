package dev.berth.cli.run.ssh;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * One end of the connection between the two hosts of a run. Each says every few seconds that it lives, because a network that is cut says
 * nothing, and {@code ssh} need not notice.
 */
public final class RelayConnection implements AutoCloseable {
    private static final Duration PULSE = Duration.ofSeconds(10);
    /** Silence after which the connection counts as lost. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** A shell prints no more than this before the greeting. */
    private static final int MOST_BEFORE_HELLO = 64 << 10;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final Runnable lost;
    private volatile long heard = System.nanoTime();
    /** Whether it waits for the next message; while one is dealt with, silence is not the other's. */
    private volatile boolean isReading;

    private volatile boolean isClosed;

    /** Receiver of messages. */
    public interface Receiver {
        /** Deals with a message. */
        void hear(Frame frame) throws IOException;
    }

    /** @param lost called when the connection breaks, maybe more than once */
    public RelayConnection(InputStream in, OutputStream out, Runnable lost) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out));
        this.lost = lost;
    }

    /** Says hello, so that the other end knows where the messages begin. */
    public void greet() throws IOException {
        synchronized (out) {
            out.write(Frame.HELLO.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    /** Waits for the greeting of the other end; completes with false if there is none. */
    public CompletableFuture<Boolean> greeting() {
        CompletableFuture<Boolean> greeted = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("berth-greeting").start(() -> {
            try {
                greeted.complete(isGreeted());
            } catch (IOException e) {
                greeted.complete(false);
            }
        });
        return greeted;
    }

    private boolean isGreeted() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int count = 0; count < MOST_BEFORE_HELLO; count++) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            line.append((char) next);
            if (next == '\n') {
                // The last line of a profile may have no end of its own.
                if (line.toString().endsWith(Frame.HELLO)) {
                    return true;
                }
                line.setLength(0);
            }
        }
        return false;
    }

    /** Reads messages from now on, in a thread of their own, and says that this end lives. */
    public void listen(Receiver receiver) {
        heard = System.nanoTime();
        Thread.ofPlatform().daemon().name("berth-listens").start(() -> {
            try {
                while (!isClosed) {
                    isReading = true;
                    Frame frame = Frame.read(in);
                    isReading = false;
                    receiver.hear(frame);
                    heard = System.nanoTime();
                }
            } catch (IOException | RuntimeException e) {
                lost.run();
            }
        });
        Thread.ofPlatform().daemon().name("berth-pulse").start(this::pulse);
    }

    private void pulse() {
        try {
            while (!isClosed) {
                Thread.sleep(PULSE);
                if (isReading && System.nanoTime() - heard > SILENCE.toNanos()) {
                    lost.run();
                    return;
                }
                send(Frame.of(Frame.Kind.ALIVE, ""));
            }
        } catch (IOException e) {
            lost.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a message. Several threads may. */
    public void send(Frame frame) throws IOException {
        frame.writeTo(out);
    }

    /** No more is sent or heard. */
    @Override
    public void close() {
        isClosed = true;
    }
}
