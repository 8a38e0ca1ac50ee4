package dev.berth.service.signin.oidc;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import dev.berth.service.settings.OpenIdSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
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
import org.jspecify.annotations.Nullable;

/**
 * Asks a provider over HTTP: encrypted, without following it elsewhere, for so long and so many bytes, and only so many times
 * at once. A provider that is slow or hostile costs those who wait for it, and nobody else.
 */
final class Fetching implements HTTPRequestSender, ResourceRetriever {
    static final int MOST_BYTES = 256 << 10;
    private static final int AT_ONCE = 16;

    /** Made when it is needed first: it reads all certificates that the machine trusts. */
    private @Nullable HttpClient client;

    private final Duration patience;
    private final Semaphore places = new Semaphore(AT_ONCE);

    Fetching(Duration patience) {
        this.patience = patience;
    }

    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(patience)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
        }
        return client;
    }

    private record Reply(int status, String type, String body) {}

    @Override
    public ReadOnlyHTTPResponse send(ReadOnlyHTTPRequest request) throws IOException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.getURI());
        request.getHeaderMap().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        String body = request.getBody();
        builder.method(
                request.getMethod().name(),
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        Reply reply = fetch(request.getURI(), builder);
        HTTPResponse response = new HTTPResponse(reply.status());
        try {
            response.setContentType(reply.type().isEmpty() ? "application/json" : reply.type());
        } catch (ParseException e) {
            throw new IOException("its answer has no usable type", e);
        }
        response.setBody(reply.body());
        return response;
    }

    @Override
    public Resource retrieveResource(URL url) throws IOException {
        return new Resource(document(URI.create(url.toString())), "application/json");
    }

    /** What is there, if anything is. */
    String document(URI address) throws IOException {
        Reply reply = fetch(address, HttpRequest.newBuilder(address).header("Accept", "application/json"));
        if (reply.status() != 200) {
            throw new IOException(address.getHost() + " answers " + reply.status());
        }
        return reply.body();
    }

    private Reply fetch(URI address, HttpRequest.Builder request) throws IOException {
        if (!OpenIdSettings.isSafe(address)) {
            throw new IOException("its addresses must begin with https");
        }
        if (!places.tryAcquire()) {
            throw new IOException("too many people wait for it");
        }
        HttpRequest ready = request.timeout(patience).build();
        FutureTask<Reply> task = new FutureTask<>(() -> exchange(ready));
        Thread thread = Thread.ofVirtual().name("berth-openid").start(() -> {
            try {
                task.run();
            } finally {
                places.release();
            }
        });
        try {
            return task.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new IOException("it did not answer within " + patience.toSeconds() + " seconds", e);
        } catch (ExecutionException e) {
            throw new IOException("it does not answer", e.getCause());
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IOException("stopped while waiting for it", e);
        }
    }

    private Reply exchange(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client().send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            byte[] body = in.readNBytes(MOST_BYTES + 1);
            if (body.length > MOST_BYTES) {
                throw new IOException("its answer is larger than " + MOST_BYTES + " bytes");
            }
            return new Reply(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    new String(body, StandardCharsets.UTF_8));
        }
    }
}
