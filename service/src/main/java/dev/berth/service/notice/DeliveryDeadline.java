package dev.berth.service.notice;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a delivery must be over, whatever it is at then. The time-out of a socket begins anew with each byte, and a TLS handshake
 * has none of its own: a peer that sends one byte now and then would keep a lane for as long as it likes. Here the socket is closed.
 */
final class DeliveryDeadline implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryDeadline.class);

    private final int millis;
    private final long endNanos;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    /** Begins now. */
    DeliveryDeadline(int millis) {
        this.millis = millis;
        this.endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        over.completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
    }

    /** A question that cannot be broken off, such as one to the name service. */
    interface Question<T> {
        T answer() throws IOException;
    }

    /** Waits for an answer no longer than is left; a later one is not heard. */
    <T> T asked(String name, Question<T> question) throws IOException {
        FutureTask<T> task = new FutureTask<>(question::answer);
        Thread.ofPlatform().daemon().name(name).start(task);
        try {
            return task.get(left(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Stopped while waiting", e);
        }
    }

    /** The same socket, which is closed when the time is over. */
    Socket watched(Socket socket) {
        CompletableFuture<Void> unused = over.thenRun(() -> close(socket));
        return socket;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("A socket cannot be closed", e);
        }
    }

    /** Milliseconds; at least one. */
    int left() throws SocketTimeoutException {
        long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        return (int) left;
    }

    /** Explains a failure; after the deadline, as a missing answer, since closing the socket caused it. */
    IOException explained(IOException failure) {
        boolean isLate = over.isDone() && !over.isCancelled();
        return isLate || failure instanceof SocketTimeoutException
                ? new IOException("No answer within " + millis / 1_000 + " seconds", failure)
                : failure;
    }

    /** Nothing is closed from now on. */
    @Override
    public void close() {
        over.cancel(false);
    }
}
