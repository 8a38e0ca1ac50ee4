package dev.berth.directory.oidc;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import dev.berth.wire.PublicAddress;
import dev.berth.wire.outbound.BoundedClient;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Asks a provider over HTTP: encrypted, without following redirects, with limits on time, bytes and requests at once. A provider
 * that is slow or hostile delays only those who sign in by it.
 */
final class Fetching implements HTTPRequestSender, ResourceRetriever {
    static final int MOST_BYTES = 256 << 10;
    private static final int AT_ONCE = 16;

    private final BoundedClient client;

    Fetching(Duration patience) {
        client = new BoundedClient(new BoundedClient.Limits(patience, MOST_BYTES, AT_ONCE));
    }

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
        BoundedClient.Reply reply = fetch(request.getURI(), builder);
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

    /** Document at an address; throws if there is none. */
    String document(URI address) throws IOException {
        BoundedClient.Reply reply =
                fetch(address, HttpRequest.newBuilder(address).header("Accept", "application/json"));
        if (reply.status() != 200) {
            throw new IOException(address.getHost() + " answers " + reply.status());
        }
        return reply.body();
    }

    private BoundedClient.Reply fetch(URI address, HttpRequest.Builder request) throws IOException {
        if (!PublicAddress.isSafe(address)) {
            throw new IOException("its addresses must begin with https");
        }
        return client.send(request);
    }
}
