package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.connection.Network;
import dev.berth.api.log.LogSettings;
import dev.berth.api.log.RecordedLog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record for every request, while that is wanted. */
class AccessLogTest {
    @TempDir
    private Path data;

    private final RecordedLog log = new RecordedLog();

    private TestService service(boolean access) {
        return new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .withLog(LogSettings.DEFAULT.withAccess(access))
                        .withTrustedProxies(List.of(Network.of("127.0.0.1"))));
    }

    @Test
    void off_writesNothing_andReloadTurnsItOn() {
        try (TestService service = service(false)) {
            service.get("ana", "/pools").is(200);
            assertThat(log.saying("Request")).isEmpty();
            assertThat(service.server.reload(TestService.usual().withLog(LogSettings.DEFAULT.withAccess(true))))
                    .doesNotContain("log has changed; restart the service to apply it");
            service.get("ana", "/pools").is(200);
            log.one("Request");
        }
    }

    @Test
    void on_writesWhoAskedForWhat_withoutSecrets() {
        try (TestService service = service(true)) {
            int before = log.saying("Request").size();
            service.send(
                            "ana",
                            "GET",
                            "/reservations?state=waiting",
                            "",
                            "X-Forwarded-For",
                            "6.6.6.6, 192.0.2.7",
                            "X-Request-ID",
                            "a\"b c")
                    .is(200);
            JsonNode fields = log.await("Request", before + 1).getLast().get("fields");
            assertThat(fields.get("method").asText()).isEqualTo("GET");
            assertThat(fields.get("path").asText()).isEqualTo("/api/v1/reservations");
            assertThat(fields.get("status").isInt()).isTrue();
            assertThat(fields.get("status").asInt()).isEqualTo(200);
            assertThat(fields.get("millis").asLong()).isNotNegative();
            assertThat(fields.get("bytes").asLong()).isPositive();
            assertThat(fields.get("account").asText()).isEqualTo("ana");
            assertThat(fields.get("client").asText()).isEqualTo("192.0.2.7");
            assertThat(fields.get("request").asText()).isEqualTo("a\"b c");

            String link =
                    service.send("ana", "POST", "/calendar/link", "").is(201).text("path");
            String secret = link.replaceAll(".*/link/|\\.ics", "");
            assertThat(secret).hasSizeGreaterThan(30);
            service.get("", "/calendar/link/" + secret + ".ics").is(200);
            service.response(java.net.http.HttpRequest.newBuilder(service.root("/calendar/" + secret))
                    .build());
            List<JsonNode> all = log.await("Request", before + 4);
            assertThat(all.get(before + 2).at("/fields/path").asText()).isEqualTo("/api/v1/calendar/link/{secret}.ics");
            assertThat(all.get(before + 3).at("/fields/path").asText()).isEqualTo("/calendar/...");
            assertThat(all.get(before + 3).at("/fields/status").asInt()).isEqualTo(404);
            assertThat(log.all().toString()).doesNotContain(secret).doesNotContain(service.tokens.get("ana"));
        } finally {
            log.close();
        }
    }
}
