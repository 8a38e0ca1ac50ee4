package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another site cannot act with the password that a browser keeps for this one. */
class CrossSiteTest {
    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void start() {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void basicFromAnotherSite_isRefused() {
        assertThat(book(basic(), "Content-Type", "text/plain")).isEqualTo(415);
        assertThat(book(basic(), "Content-Type", "application/x-www-form-urlencoded"))
                .isEqualTo(415);
        assertThat(book(basic())).as("bytes without a type").isEqualTo(415);
        assertThat(book(basic(), "Content-Type", "application/json", "Origin", "https://evil.example"))
                .isEqualTo(403);
        assertThat(book(basic(), "Content-Type", "application/json", "Origin", "null"))
                .isEqualTo(403);
        assertThat(book(basic(), "Content-Type", "application/json", "Sec-Fetch-Site", "cross-site"))
                .isEqualTo(403);
        assertThat(book(basic(), "Content-Type", "application/json", "Sec-Fetch-Site", "same-site"))
                .isEqualTo(403);
        assertThat(delete(basic(), "Origin", "https://evil.example"))
                .as("without a body")
                .isEqualTo(403);
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isZero();
    }

    @Test
    void basicFromHere_isGood() {
        String here = "http://127.0.0.1:" + service.server.port();
        assertThat(book(basic(), "Content-Type", "application/json")).isEqualTo(201);
        assertThat(book(basic(), "Content-Type", "application/json; charset=utf-8", "Origin", here))
                .isEqualTo(201);
        assertThat(book(basic(), "Content-Type", "Application/JSON", "Sec-Fetch-Site", "same-origin", "Origin", here))
                .isEqualTo(201);
        assertThat(delete(basic(), "Origin", here)).isEqualTo(200);
    }

    /** A program that has the token and says so is not being misled, wherever its pages come from. */
    @Test
    void aBearerNeedNotSayWhereItComesFrom() {
        assertThat(book(bearer(), "Content-Type", "application/json", "Origin", "https://other.example"))
                .isEqualTo(201);
        assertThat(book(bearer())).as("without a type").isEqualTo(201);
        assertThat(book(bearer(), "Content-Type", "text/plain")).isEqualTo(415);
    }

    @Test
    void readingIsNotAffected() {
        HttpResponse<String> response = service.response(HttpRequest.newBuilder(service.uri("/pools"))
                .header("Authorization", basic())
                .header("Origin", "https://other.example")
                .build());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void uploadsTakeTheTypesOfWorkflows() {
        String workflow = WorkflowsTest.DIAMOND;
        assertThat(send("POST", "/workflows", workflow, basic(), "Content-Type", "application/octet-stream"))
                .isEqualTo(201);
        assertThat(send("POST", "/workflows", workflow, basic(), "Content-Type", "text/plain"))
                .isEqualTo(415);
        assertThat(send("POST", "/reservations", "{}", basic(), "Content-Type", "application/octet-stream"))
                .isEqualTo(415);
    }

    @Test
    void theDocumentationMayLoadNothingFromElsewhere() {
        for (String path : new String[] {"/docs/", "/docs/start.js", "/docs/swagger-ui.css"}) {
            Optional<String> policy = service.response(
                            HttpRequest.newBuilder(service.root(path)).build())
                    .headers()
                    .firstValue("Content-Security-Policy");
            assertThat(policy.orElse(""))
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'");
        }
    }

    private String basic() {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString(("ana:" + service.tokens.get("ana")).getBytes(StandardCharsets.UTF_8));
    }

    private String bearer() {
        return "Bearer " + service.tokens.get("ana");
    }

    private int book(String authorization, String... headers) {
        return send("POST", "/reservations", "{" + TestService.job("x") + "}", authorization, headers);
    }

    private int delete(String authorization, String... headers) {
        return send("DELETE", "/reservations/r1", "", authorization, headers);
    }

    private int send(String method, String path, String body, String authorization, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", authorization);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = service.response(request.build());
        service.contract.check(method, path, response);
        return response.statusCode();
    }
}
