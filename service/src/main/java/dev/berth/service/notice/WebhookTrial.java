package dev.berth.service.notice;

import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Posts a test message to a webhook while its owner waits. Nothing is kept of it, and it is not repeated. */
public final class WebhookTrial {
    private static final long PAUSE = Duration.ofSeconds(5).toMillis();

    private final SigningKey key;
    private final WebhookPost post;
    /** When each account tried last: nobody makes the service flood an address. */
    private final Map<String, Long> tried = new ConcurrentHashMap<>();

    public WebhookTrial(SigningKey key, boolean isPrivateAllowed) {
        this.key = key;
        this.post = new WebhookPost(isPrivateAllowed, Sender.TIMEOUT_MILLIS);
    }

    /** Why it was not accepted; empty if it was. */
    public Optional<String> send(Webhook webhook, String asker, long now) {
        count(asker, now);
        String id = "test-" + webhook.id() + "-" + now;
        String body = new String(
                Json.bytes(Json.object()
                        .put("id", id)
                        .put("kind", "test")
                        .put("time", Times.instant(now))
                        .put("user", webhook.owner())
                        .put("detail", "Sent by " + asker + " to test this webhook")),
                StandardCharsets.UTF_8);
        try {
            post.send(webhook.address(), key.secret(webhook.id()), id, body, now);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        }
    }

    private void count(String asker, long now) {
        tried.compute(asker, (same, before) -> {
            if (before != null && now >= before && now - before < PAUSE) {
                throw Problem.of(
                                Code.TOO_MANY_REQUESTS,
                                "You tested a webhook a moment ago; wait %d seconds before you test again"
                                        .formatted(Duration.ofMillis(PAUSE).toSeconds()))
                        .toException();
            }
            return now;
        });
    }
}
