package dev.berth.wire.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks one other service over HTTP: without following redirects, with limits on time, bytes and requests at once. A service that
 * is slow or hostile delays only those who wait for its answer.
 */
public final class BoundedClient {
    private final Limits limits;
    private final Supplier<@Nullable SSLContext> trust;
    private final Semaphore places;

    /** Made when it is needed first: it reads all certificates that the machine trusts. */
    private @Nullable HttpClient client;

    /**
     * How far the other one is trusted.
     *
     * @param patience for the whole answer, however it trickles in
     * @param bytes of an answer
     * @param atOnce requests that may wait for an answer at the same time
     */
    public record Limits(Duration patience, int bytes, int atOnce) {}

    /** Response to a request. */
    public record Reply(int status, String type, String body) {}

    /** Trusts the certificates that the machine trusts. */
    public BoundedClient(Limits limits) {
        this(limits, () -> null);
    }

    /** @param trust whose certificates are trusted, asked when they are needed first; null for those of the machine */
    public BoundedClient(Limits limits, Supplier<@Nullable SSLContext> trust) {
        this.limits = limits;
        this.trust = trust;
        this.places = new Semaphore(limits.atOnce());
    }

    private synchronized HttpClient client() {
        if (client == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(limits.patience())
                    .followRedirects(HttpClient.Redirect.NEVER);
            SSLContext own = trust.get();
            client = own == null ? builder.build() : builder.sslContext(own).build();
        }
        return client;
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @throws IOException if there is none; the request may have been carried out all the same
     */
    public Reply send(HttpRequest.Builder request) throws IOException {
        if (!places.tryAcquire()) {
            throw new IOException("too many requests wait for it");
        }
        HttpRequest ready = request.timeout(limits.patience()).build();
        FutureTask<Reply> task = new FutureTask<>(() -> exchange(ready));
        Thread thread = Thread.ofVirtual().name("berth-outbound").start(() -> {
            try {
                task.run();
            } finally {
                places.release();
            }
        });
        try {
            return task.get(limits.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new IOException(
                    "it did not answer within " + limits.patience().toSeconds() + " seconds", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TooLarge large ? large : new IOException("it does not answer", e.getCause());
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IOException("stopped while waiting for it", e);
        }
    }

    private Reply exchange(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client().send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            byte[] body = in.readNBytes(limits.bytes() + 1);
            if (body.length > limits.bytes()) {
                throw new TooLarge("its answer is larger than " + limits.bytes() + " bytes");
            }
            return new Reply(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    new String(body, StandardCharsets.UTF_8));
        }
    }

    /** The other one does answer, with too much. */
    private static final class TooLarge extends IOException {
        TooLarge(String message) {
            super(message);
        }
    }
}
