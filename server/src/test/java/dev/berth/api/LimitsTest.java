package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static dev.berth.api.TestService.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quotas, lead times, rates, and tokens. */
class LimitsTest {
    @TempDir
    Path data;

    @Test
    void quotaOverASlidingWindow() {
        try (TestService service = new TestService(data)) {
            service.send(
                            "admin",
                            "PUT",
                            "/accounts/ana",
                            "{\"role\":\"user\",\"quota\":{\"serverHours\":\"4\",\"window\":\"P1D\"}}")
                    .is(200);
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("a", "2026-11-18T10:00:00Z", "2026-11-18T11:00:00Z", 2) + "}")
                    .is(201);
            Result over = service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("b", "2026-11-18T12:00:00Z", "2026-11-18T15:00:00Z", 1) + "}")
                    .is(403)
                    .code("quota");
            assertThat(over.at("/numbers").toString())
                    .isEqualTo(
                            "{\"account\":\"ana\",\"serverHours\":\"4\",\"window\":\"PT24H\",\"booked\":\"2\",\"left\":\"2\",\"asked\":\"3\"}");
            assertThat(service.get("ana", "/accounts/me").text("booked")).isEqualTo("2");
            service.send("ana", "POST", "/reservations/r1/changes", "{\"kind\":\"extend\",\"work\":\"PT1H30M\"}")
                    .is(403);
            service.send("ana", "POST", "/reservations/r1/changes", "{\"kind\":\"extend\",\"work\":\"PT1H\"}")
                    .is(200);
            assertThat(service.get("ana", "/accounts/me").text("booked")).isEqualTo("4");
            service.send("ana", "POST", "/offers", "{" + job("c") + ",\"hold\":\"PT5M\"}")
                    .is(403)
                    .code("quota");
            service.send("ana", "DELETE", "/reservations/r1", "").is(200);
            assertThat(service.get("ana", "/accounts/me").text("booked")).isEqualTo("0");
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("d", "2026-11-18T10:00:00Z", "2026-11-18T12:00:00Z", 2) + "}")
                    .is(201);
            service.send("ana", "POST", "/reservations", "{" + job("e") + "}").is(403);
            service.clock.move(Duration.ofHours(25));
            service.restart();
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("f", "2026-11-18T12:00:00Z", "2026-11-18T14:00:00Z", 2) + "}")
                    .is(201);
        }
    }

    @Test
    void leadTimes() {
        try (TestService service = new TestService(data)) {
            service.send(
                            "admin",
                            "PUT",
                            "/accounts/ana",
                            "{\"role\":\"user\",\"lead\":{\"least\":\"PT2H\",\"most\":\"P2D\"}}")
                    .is(200);
            Result soon = service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("a", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z", 1) + "}")
                    .is(403)
                    .code("not-allowed");
            assertThat(soon.at("/numbers/lead").asText()).isEqualTo("PT1H");
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("a", "2026-11-19T09:00:00Z", "2026-11-19T10:00:00Z", 1) + "}")
                    .is(403);
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + exactly("a", "2026-11-17T09:00:00Z", "2026-11-17T10:00:00Z", 1) + "}")
                    .is(201);
            service.send("ana", "POST", "/reservations/r1/changes", "{\"kind\":\"move\",\"by\":\"P2D\"}")
                    .is(403);
            assertThat(service.get("ana", "/accounts/me").at("/lead/most").asText())
                    .isEqualTo("PT48H");
        }
    }

    @Test
    void tooManyRequests() {
        SiteSettings settings =
                TestService.usual().with(draft -> draft.limits = new RequestLimits(10, 3, 1000, Duration.ofHours(1)));
        try (TestService service = new TestService(data, new Contract(), settings)) {
            Result last = service.get("ana", "/pools");
            for (int i = 0; i < 200 && last.response().statusCode() == 200; i++) {
                last = service.get("ana", "/pools");
            }
            assertThat(last.is(429).header("Retry-After")).isEqualTo("1");
            service.get("ben", "/pools").is(200);
            service.tokens.put("stranger", "guess");
            Result guess = service.get("stranger", "/pools");
            for (int i = 0; i < 200 && guess.response().statusCode() == 401; i++) {
                guess = service.get("stranger", "/pools");
            }
            guess.is(429);
        }
    }

    @Test
    void tokensOpenOnlyWhatTheyShould() throws IOException {
        try (TestService service = new TestService(data)) {
            Result once =
                    service.send("ana", "POST", "/tokens", "{\"oneTime\":true}").is(201);
            service.tokens.put("once", once.text("token"));
            service.get("once", "/pools").is(401);
            String signIn = "{\"token\":\"" + once.text("token") + "\"}";
            service.tokens.put(
                    "session",
                    service.send("", "POST", "/sign-in", signIn).is(201).text("token"));
            service.send("", "POST", "/sign-in", signIn).is(401);
            service.get("session", "/pools").is(200);
            Result brief = service.send("ana", "POST", "/tokens", "{\"lifetime\":\"PT1H\"}")
                    .is(201);
            service.tokens.put("brief", brief.text("token"));
            service.get("brief", "/pools").is(200);
            Result late =
                    service.send("ana", "POST", "/tokens", "{\"oneTime\":true}").is(201);
            service.clock.move(Duration.ofHours(2));
            service.get("brief", "/pools").is(401);
            service.send("", "POST", "/sign-in", "{\"token\":\"" + late.text("token") + "\"}")
                    .is(401);

            String basic = Base64.getEncoder()
                    .encodeToString(("ana:" + service.tokens.get("ana")).getBytes(StandardCharsets.UTF_8));
            assertThat(status(service, "Basic " + basic)).isEqualTo(200);
            assertThat(status(service, "Basic %%%")).isEqualTo(401);
            assertThat(status(service, "Digest x")).isEqualTo(401);
            assertThat(service.response(HttpRequest.newBuilder(service.uri("/pools?token=" + service.tokens.get("ana")))
                                    .build())
                            .statusCode())
                    .isEqualTo(401);
            noSecretIsWrittenDown(service);
        }
    }

    private static int status(TestService service, String authorization) {
        return service.response(HttpRequest.newBuilder(service.uri("/calendar/ana.ics"))
                        .header("Authorization", authorization)
                        .build())
                .statusCode();
    }

    private void noSecretIsWrittenDown(TestService service) throws IOException {
        service.restart();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                service.tokens
                        .values()
                        .forEach(secret -> assertThat(content.contains(secret))
                                .as(file.toString())
                                .isFalse());
            }
        }
    }

    @Test
    void documentsAreServed() {
        try (TestService service = new TestService(data)) {
            for (String path : new String[] {
                "/openapi.yaml", "/docs/", "/docs/start.js", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"
            }) {
                assertThat(service.response(HttpRequest.newBuilder(service.root(path))
                                        .build())
                                .statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
            assertThat(service.response(HttpRequest.newBuilder(service.root("/docs"))
                                    .build())
                            .statusCode())
                    .isEqualTo(302);
            for (String path : new String[] {"/docs/index.html", "/docs/..%2f..%2fopenapi.yaml", "/x"}) {
                assertThat(service.response(HttpRequest.newBuilder(service.root(path))
                                        .build())
                                .statusCode())
                        .as(path)
                        .isEqualTo(404);
            }
        }
    }
}
