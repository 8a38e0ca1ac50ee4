package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.wire.Json;
import dev.berth.wire.json.NotJson;
import dev.berth.wire.json.StrictJson;
import dev.berth.wire.outbound.BoundedClient;
import dev.berth.wire.tls.Trusted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** The sites over HTTP. Each has a client of its own: one that is slow or dead keeps nobody from the others. */
public final class HttpSites implements SiteLink {
    private static final BoundedClient.Limits LIMITS = new BoundedClient.Limits(Duration.ofSeconds(10), 1 << 20, 256);

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final SiteTokens tokens;

    private record Place(URI address, BoundedClient client) {}

    public HttpSites(BrokerSettings settings) {
        this(settings, LIMITS);
    }

    /** The same with more patience, or less. */
    public HttpSites(BrokerSettings settings, BoundedClient.Limits limits) {
        this.tokens = new SiteTokens(settings.tokens());
        for (BrokerSettings.Member each : settings.sites()) {
            BoundedClient client = new BoundedClient(
                    limits, () -> each.authority().map(HttpSites::trusted).orElse(null));
            places.put(each.name(), new Place(each.address(), client));
        }
    }

    private static SSLContext trusted(Path file) {
        try {
            return Trusted.in(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<String> sites() {
        return List.copyOf(places.keySet());
    }

    @Override
    public Reply send(String site, String user, String method, String path, String body) throws IOException {
        Place place = places.get(site);
        if (place == null) {
            throw new NoToken("is not among the sites of this broker any more");
        }
        String token = tokens.of(user, site)
                .orElseThrow(() -> new NoToken(
                        "has no token of " + user + " here; the operator of the broker adds it to the file of tokens"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(place.address() + "/api/v1" + path))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/json")
                .header("User-Agent", "berth-broker")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        BoundedClient.Reply reply = place.client().send(request);
        return new Reply(reply.status(), tree(reply));
    }

    private static JsonNode tree(BoundedClient.Reply reply) throws IOException {
        if (reply.body().isEmpty()) {
            return Json.object();
        }
        try {
            return StrictJson.object("the answer", reply.body().getBytes(StandardCharsets.UTF_8));
        } catch (NotJson e) {
            throw new IOException("it answers with status " + reply.status() + " and no JSON", e);
        }
    }
}
