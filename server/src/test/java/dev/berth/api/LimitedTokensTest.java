package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token that was given less than its account has makes nothing that lasts longer than itself. */
class LimitedTokensTest {
    private static final String GOOD = "correct horse battery";

    private TestService service;

    @BeforeEach
    void open(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private record Making(String method, String path, String body) {}

    private static final List<Making> LASTING = List.of(
            new Making("POST", "/calendar/link", ""),
            new Making("POST", "/webhooks", "{\"address\":\"https://example.org/berth\"}"),
            new Making("PATCH", "/notices", "{\"mail\":\"thief@example.org\"}"),
            new Making("POST", "/notices/confirm", "{\"code\":\"anything\"}"),
            new Making("PUT", "/password", "{\"password\":\"%s\"}".formatted(GOOD)),
            new Making("POST", "/session", ""),
            new Making("POST", "/tokens", "{\"oneTime\":true}"),
            new Making("POST", "/tokens", "{}"));

    private Result token(String account, String fields) {
        return service.send(account, "POST", "/tokens", "{\"note\":\"nightly\"%s}".formatted(fields));
    }

    @Test
    void limitedToken_makesNothingThatOutlivesIt() {
        for (String limits : List.of(",\"scope\":\"read\"", ",\"scope\":\"book\"", ",\"lifetime\":\"P1D\"")) {
            Result made = token("ana", limits).is(201);
            service.tokens.put("limited", made.text("token"));
            for (Making making : LASTING) {
                assertThat(service.send("limited", making.method(), making.path(), making.body())
                                .is(403)
                                .text("detail"))
                        .as(limits + " " + making)
                        .contains(made.text("id") + " (nightly)", "outlive it", "sign in");
            }
            service.send("limited", "PATCH", "/notices", "{\"startLead\":\"PT1H\"}")
                    .is(200);
        }
        service.send("ana", "POST", "/calendar/link", "").is(201);
    }

    @Test
    void tokenThatExpires_makesTokensThatEndNoLater_andAdministratorsNoInvitations() {
        service.tokens.put(
                "short", token("ana", ",\"lifetime\":\"P1D\"").is(201).text("token"));
        token("short", ",\"lifetime\":\"PT23H\"").is(201);
        token("short", ",\"lifetime\":\"P2D\"").is(403);
        token("short", "").is(403);
        service.tokens.put(
                "short", token("admin", ",\"lifetime\":\"P1D\"").is(201).text("token"));
        service.send("short", "POST", "/accounts/ben/invitation", "{}").is(403);
        token("short", ",\"account\":\"ben\"").is(403);
    }

    @Test
    void tokenWithoutEnd_takesThePasswordOfWhoHasOne() {
        token("ana", "").is(201);
        service.send("ana", "PUT", "/password", "{\"password\":\"%s\"}".formatted(GOOD))
                .is(204);
        assertThat(token("ana", "").is(422).text("detail")).contains("password of ana", "never expire", "lifetime");
        assertThat(token("ana", ",\"password\":\"wrong\"").is(422).text("detail"))
                .contains("is not the password of ana")
                .doesNotContain("wrong");
        assertThat(token("ana", ",\"password\":5,\"lifetime\":\"x\"")
                        .is(422)
                        .response()
                        .body())
                .doesNotContain("5");
        token("ana", ",\"password\":\"%s\"".formatted(GOOD)).is(201);
        token("ana", ",\"lifetime\":\"P90D\"").is(201);
        token("ana", ",\"oneTime\":true").is(201);
    }

    @Test
    void newPasswordAndSignOut_endTokensAndLinks_onlyIfAsked() {
        service.tokens.put(
                "script", token("ana", ",\"lifetime\":\"P90D\"").is(201).text("token"));
        String link = service.send("ana", "POST", "/calendar/link", "").is(201).text("path");
        String oneTime = token("ana", ",\"oneTime\":true").is(201).text("token");
        service.send("ana", "PUT", "/password", "{\"password\":\"%s\"}".formatted(GOOD))
                .is(204);
        service.get("script", "/accounts/me").is(200);
        service.send("ana", "DELETE", "/sessions", "").is(204);
        service.get("script", "/accounts/me").is(200);
        service.send(
                        "ana",
                        "PUT",
                        "/password",
                        "{\"old\":\"%s\",\"password\":\"another good one\",\"endTokens\":true}".formatted(GOOD))
                .is(204);
        service.get("ana", "/accounts/me").is(200);
        service.get("script", "/accounts/me").is(401);
        service.get("", link.replace("/api/v1", "")).is(404);
        service.send("", "POST", "/sign-in", "{\"token\":\"%s\"}".formatted(oneTime))
                .is(401);
        service.send("ana", "DELETE", "/sessions?endTokens=maybe", "").is(422);
        service.send("ana", "DELETE", "/sessions?endTokens=true", "").is(204);
        service.get("ana", "/accounts/me").is(401);
        assertThat(service.get("admin", "/audit").is(200).response().body()).contains("end-all-tokens");
    }
}
