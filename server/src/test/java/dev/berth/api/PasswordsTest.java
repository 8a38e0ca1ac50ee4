package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords and invitations: chosen once, kept as hashes, guessed slowly. */
class PasswordsTest {
    private static final String GOOD = "correct horse battery";

    @TempDir
    Path data;

    private TestService service;

    @BeforeEach
    void open() {
        service = new TestService(data);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void invitation_makesAnAccountWhoseOwnerChoosesAPassword_once() throws Exception {
        String invitation = invite("carla", "{\"role\":\"user\"}");
        Result chosen = welcome(invitation, GOOD).is(201);
        assertThat(chosen.text("account")).isEqualTo("carla");
        assertThat(service.send("", "GET", "/accounts/me", "", "Cookie", cookie(chosen))
                        .is(200)
                        .text("role"))
                .isEqualTo("user");
        welcome(invitation, "another password").is(401);
        signIn("carla", "another password").is(401);
        service.restart();
        signIn("carla", GOOD).is(201);
        service.close();
        try (var files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(content).doesNotContain(GOOD).doesNotContain(invitation);
            }
        }
        service = new TestService(data.resolve("other"));
    }

    @Test
    void newInvitation_replacesTheOldOne_andOldPasswordIsGoodUntilAnotherIsChosen() {
        password("ana");
        String first = invite("ana", "{}");
        String second = invite("ana", "{}");
        welcome(first, "something else 1").is(401);
        String session = cookie(signIn("ana", GOOD).is(201));
        welcome(second, "something else 2").is(201);
        signIn("ana", GOOD).is(401);
        signIn("ana", "something else 2").is(201);
        service.send("", "GET", "/accounts/me", "", "Cookie", session).is(401);
        String late = invite("ana", "{}");
        service.clock.move(Duration.ofDays(7));
        welcome(late, "something else 3").is(401);
    }

    @Test
    void invitation_opensNothingElse_andOnlyForOpenAccounts() {
        String invitation = invite("ana", "{}");
        service.tokens.put("stolen", invitation);
        service.get("stolen", "/pools").is(401);
        service.send("", "POST", "/sign-in", "{\"token\":\"%s\"}".formatted(invitation))
                .is(401);
        String oneTime = service.send("ana", "POST", "/tokens", "{\"oneTime\":true}")
                .is(201)
                .text("token");
        welcome(oneTime, GOOD).is(401);
        service.send("admin", "POST", "/accounts/nobody/invitation", "{}").is(404);
        service.send("admin", "POST", "/accounts/nobody/invitation", "{\"role\":\"king\"}")
                .is(422);
        service.send("admin", "DELETE", "/accounts/ana", "").is(204);
        welcome(invitation, GOOD).is(401);
        service.send("admin", "POST", "/accounts/ana/invitation", "{\"role\":\"user\"}")
                .is(404);
    }

    @Test
    void unknownAccountAndWrongPassword_areRefusedAlike() {
        password("ana");
        Result wrong = signIn("ana", "wrong password").is(401);
        for (String unknown : new String[] {"nobody", "ben", "Ana", "-", "x".repeat(100)}) {
            Result result = signIn(unknown, "wrong password").is(401);
            assertThat(result.response().body()).isEqualTo(wrong.response().body());
        }
        // Refused before it is compared, and never repeated: it may be a slip in the right one.
        for (String unreadable : new String[] {"secret\\u0000secret", "secret".repeat(1000)}) {
            assertThat(signIn("ana", unreadable).is(422).response().body()).doesNotContain("secret");
        }
    }

    @Test
    void weakPasswords_areRefused_andTheInvitationStaysGood() {
        String invitation = invite("ana", "{}");
        for (String weak : new String[] {"", "short", "anaanaanaana", "aaaaaaaaaaaaaaaa", "x1".repeat(101)}) {
            assertThat(welcome(invitation, weak).is(422).at("/errors/0/field").asText())
                    .isEqualTo("password");
        }
        welcome(invitation, GOOD).is(201);
    }

    @Test
    void change_takesTheOldPassword_andEndsOtherSessions() {
        change("ben", "{\"password\":\"%s\"}".formatted(GOOD)).is(204);
        String here = cookie(signIn("ben", GOOD).is(201));
        String there = cookie(signIn("ben", GOOD).is(201));
        String changed = "{\"old\":\"%s\",\"password\":\"another good one\"}";
        change("ben", "{\"password\":\"another good one\"}").is(422);
        change("ben", changed.formatted("wrong")).is(422);
        String[] browser = {"Cookie", here, "Content-Type", "application/json"};
        service.send("", "PUT", "/password", changed.formatted(GOOD), browser).is(204);
        service.send("", "GET", "/pools", "", "Cookie", here).is(200);
        service.send("", "GET", "/pools", "", "Cookie", there).is(401);
        signIn("ben", GOOD).is(401);
        signIn("ben", "another good one").is(201);
    }

    @Test
    void guessing_becomesSlow_isAudited_andEndsNoSession() {
        password("ana");
        String session = cookie(signIn("ana", GOOD).is(201));
        int refused = 0;
        for (int i = 0; i < 12; i++) {
            refused += signIn("ana", "guess number " + i).response().statusCode() == 429 ? 1 : 0;
        }
        assertThat(refused).isGreaterThanOrEqualTo(5);
        assertThat(signIn("ana", GOOD).is(429).text("detail")).contains("Too many wrong passwords");
        // Others from there, and what is signed in, go on.
        signIn("ben", "wrong password").is(401);
        service.send("", "GET", "/pools", "", "Cookie", session).is(200);
        assertThat(service.get("olga", "/audit").is(200).response().body())
                .contains("\"wrong-password\"")
                .contains("from 127.0.0.1")
                .doesNotContain("guess number");
    }

    @Test
    void limitedToken_cannotSetAPassword() {
        service.tokens.put(
                "booker",
                service.send("ana", "POST", "/tokens", "{\"scope\":\"book\"}")
                        .is(201)
                        .text("token"));
        change("booker", "{\"password\":\"%s\"}".formatted(GOOD)).is(403);
    }

    private void password(String account) {
        welcome(invite(account, "{}"), GOOD).is(201);
    }

    private Result change(String as, String body) {
        return service.send(as, "PUT", "/password", body);
    }

    private String invite(String account, String body) {
        String link = service.send("admin", "POST", "/accounts/" + account + "/invitation", body)
                .is(201)
                .text("link");
        assertThat(link).matches("/#/welcome/[A-Za-z0-9_-]{43}");
        return link.substring("/#/welcome/".length());
    }

    private Result welcome(String invitation, String password) {
        return service.send(
                "",
                "POST",
                "/sign-in",
                "{\"invitation\":\"%s\",\"password\":\"%s\",\"browser\":true}".formatted(invitation, password));
    }

    private Result signIn(String account, String password) {
        return service.send(
                "",
                "POST",
                "/sign-in",
                "{\"account\":\"%s\",\"password\":\"%s\",\"browser\":true}".formatted(account, password));
    }

    private static String cookie(Result result) {
        return result.header("Set-Cookie").replaceFirst(";.*", "");
    }
}
