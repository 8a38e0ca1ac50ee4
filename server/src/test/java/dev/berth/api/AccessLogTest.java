package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.connection.AddressRange;
import dev.berth.api.log.LogSettings;
import dev.berth.api.log.RecordedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
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
                        .with(draft -> draft.log = LogSettings.DEFAULT.withAccess(access))
                        .with(draft -> draft.trustedProxies = List.of(AddressRange.of("127.0.0.1"))));
    }

    @Test
    void off_writesNothing_andReloadTurnsItOn() {
        try (TestService service = service(false)) {
            service.get("ana", "/pools").is(200);
            assertThat(log.saying("Request")).isEmpty();
            assertThat(service.server.reload(
                            TestService.usual().with(draft -> draft.log = LogSettings.DEFAULT.withAccess(true))))
                    .noneMatch(notice -> notice.startsWith("log has changed"));
            service.get("ana", "/pools").is(200);
            log.one("Request");
        }
    }

    @Test
    void on_writesWhoAskedForWhat_withoutSecrets() {
        try (TestService service = service(true)) {
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
            JsonNode fields = request("/api/v1/reservations");
            assertThat(fields.get("method").asText()).isEqualTo("GET");
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
            assertThat(request("/api/v1/calendar/link/{secret}.ics")
                            .get("status")
                            .asInt())
                    .isEqualTo(200);
            assertThat(request("/calendar/...").get("status").asInt()).isEqualTo(404);
            assertThat(log.all().toString()).doesNotContain(secret).doesNotContain(service.tokens.get("ana"));
        } finally {
            log.close();
        }
    }

    /** A request is logged after its answer, so the records of those before it may come late. */
    private JsonNode request(String path) {
        return Awaitility.await(path)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(
                        () -> log.saying("Request").stream()
                                .map(record -> record.get("fields"))
                                .filter(fields -> fields.get("path").asText().equals(path))
                                .toList(),
                        found -> !found.isEmpty())
                .getFirst();
    }
}
