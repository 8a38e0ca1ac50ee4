package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.api.connection.AddressRange;
import dev.berth.server.settings.SiteSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of browsers: kept by a cookie, in all tabs, for as long as they are used. */
class SessionsTest {
    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

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
    void cookie_isOutOfReachOfScriptsAndOtherSites_andItsSecretIsNotInTheAnswer() {
        String oneTime = oneTime("ana");
        Result result = service.send("", "POST", "/sign-in", "{\"token\":\"%s\",\"browser\":true}".formatted(oneTime))
                .is(201);
        assertThat(result.json().has("token")).isFalse();
        assertThat(result.header("Set-Cookie"))
                .matches("berth-session=[A-Za-z0-9_-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict");
        service.send("", "POST", "/sign-in", "{\"token\":\"%s\",\"browser\":true}".formatted(oneTime))
                .is(401);
    }

    @Test
    void cookie_isSecure_whereBrowsersSpeakTls() {
        String[] proxied = {"X-Forwarded-Proto", "https"};
        assertThat(cookieOf(service, proxied)).as("anybody can send this").doesNotContain("Secure");
        SiteSettings trusting =
                TestService.usual().with(draft -> draft.trustedProxies = List.of(AddressRange.of("127.0.0.1")));
        try (TestService behindProxy = new TestService(data.resolve("proxy"), new Contract(), trusting)) {
            String cookie = cookieOf(behindProxy, proxied);
            assertThat(cookie).startsWith("__Host-berth-session=").endsWith("; SameSite=Strict; Secure");
            assertThat(cookieOf(behindProxy)).startsWith("berth-session=").doesNotContain("Secure");
            String pair = cookie.replaceFirst(";.*", "");
            String planted = pair.replace("__Host-", "");
            assertThat(accountOf(behindProxy, pair, proxied)).isEqualTo("ana");
            assertThat(accountOf(behindProxy, planted, proxied))
                    .as("anybody on the way could set a cookie of this name")
                    .isEmpty();
            assertThat(accountOf(behindProxy, planted + "; " + pair, proxied)).isEqualTo("ana");
            assertThat(accountOf(behindProxy, pair)).as("not over TLS").isEmpty();
        }
        SiteSettings known =
                TestService.usual().with(draft -> draft.address = Optional.of(URI.create("https://berth.example.org")));
        try (TestService withAddress = new TestService(data.resolve("address"), new Contract(), known)) {
            assertThat(cookieOf(withAddress))
                    .startsWith("__Host-berth-session=")
                    .endsWith("; SameSite=Strict; Secure");
        }
    }

    @Test
    void cookie_takesSessionsOnly() {
        String token = service.send("ana", "POST", "/tokens", "{}").is(201).text("token");
        service.send("", "GET", "/accounts/me", "", "Authorization", "Bearer " + token)
                .is(200);
        service.send("", "GET", "/accounts/me", "", "Cookie", "berth-session=" + token)
                .is(401);
    }

    private static String accountOf(TestService asked, String cookies, String... headers) {
        String[] all =
                Stream.concat(Stream.of("Cookie", cookies), Stream.of(headers)).toArray(String[]::new);
        return asked.send("", "GET", "/session", "", all)
                .is(200)
                .json()
                .path("account")
                .asText();
    }

    private static String cookieOf(TestService asked, String... headers) {
        String oneTime = asked.send("ana", "POST", "/tokens", "{\"oneTime\":true}")
                .is(201)
                .text("token");
        return asked.send("", "POST", "/sign-in", "{\"token\":\"%s\",\"browser\":true}".formatted(oneTime), headers)
                .is(201)
                .header("Set-Cookie");
    }

    @Test
    void session_letsInBesideOthers_alsoAfterARestart() {
        String cookie = signedIn("ana");
        String other = signedIn("ana");
        assertThat(with(cookie, "GET", "/accounts/me", "").is(200).text("name")).isEqualTo("ana");
        service.restart();
        assertThat(with(cookie, "GET", "/session", "").is(200).text("account")).isEqualTo("ana");
        with(other, "POST", "/reservations", "{" + TestService.job("mine") + "}", "Content-Type", "application/json")
                .is(201);
        assertThat(service.get("", "/session").is(200).at("/signedIn").asBoolean())
                .isFalse();
    }

    @Test
    void foreignPage_canNeitherUseASessionNorOpenOne() {
        String cookie = signedIn("ana");
        String body = "{" + TestService.job("stolen") + "}";
        for (String[] foreign : new String[][] {
            {"Content-Type", "application/json", "Sec-Fetch-Site", "cross-site"},
            {"Content-Type", "application/json", "Sec-Fetch-Site", "same-site"},
            {"Content-Type", "application/json", "Origin", "https://evil.example"},
            {"Content-Type", "application/json", "Origin", "null"}
        }) {
            with(cookie, "POST", "/reservations", body, foreign).is(403).code("cross-site");
            with(cookie, "DELETE", "/sessions", "", foreign).is(403).code("cross-site");
            service.send("", "POST", "/sign-in", "{\"token\":\"x\",\"browser\":true}", foreign)
                    .is(403)
                    .code("cross-site");
        }
        // Without a type, a body could come from a form of another site.
        with(cookie, "POST", "/reservations", body).is(415);
        with(cookie, "POST", "/reservations", body, "Content-Type", "application/json", "Sec-Fetch-Site", "same-origin")
                .is(201);
    }

    @Test
    void signOut_endsThisSessionAtOnce_andItsEventStream() {
        String cookie = signedIn("ana");
        String other = signedIn("ana");
        try (EventStream stream = EventStream.open(service, "", "", cookie)) {
            assertThat(stream.status()).isEqualTo(200);
            Result out = with(cookie, "DELETE", "/session", "").is(204);
            assertThat(out.header("Set-Cookie")).contains("berth-session=; ").contains("Max-Age=0");
            with(cookie, "GET", "/accounts/me", "").is(401);
            while (!stream.next().isEmpty()) {
                // What was said before it ended.
            }
        }
        with(other, "GET", "/accounts/me", "").is(200);
    }

    @Test
    void signOutEverywhere_endsSessionsAndNoTokensOfPrograms() {
        String cookie = signedIn("ana");
        String other = signedIn("ana");
        String bens = signedIn("ben");
        with(cookie, "DELETE", "/sessions", "").is(204);
        with(cookie, "GET", "/accounts/me", "").is(401);
        with(other, "GET", "/accounts/me", "").is(401);
        with(bens, "GET", "/accounts/me", "").is(200);
        service.get("ana", "/accounts/me").is(200);
    }

    @Test
    void list_saysWhenAndFromWhere_andOneCanBeEnded() {
        String cookie = signedIn("ana");
        service.clock.move(Duration.ofHours(1));
        String other = signedIn("ana");
        Result list = with(cookie, "GET", "/sessions", "").is(200);
        assertThat(list.at("/sessions")).hasSize(2);
        assertThat(list.at("/sessions/0/current").asBoolean()).isFalse();
        assertThat(list.at("/sessions/1/current").asBoolean()).isTrue();
        assertThat(list.at("/sessions/1/browser").asText()).isEqualTo("Firefox on Linux");
        assertThat(list.at("/sessions/1/address").asText()).isEqualTo("127.0.0.1");
        assertThat(list.at("/sessions/1/made").asText()).isEqualTo(TestService.START);
        String id = list.at("/sessions/0/id").asText();
        service.send("ben", "DELETE", "/sessions/" + id, "").is(404);
        with(cookie, "DELETE", "/sessions/" + id, "").is(204);
        with(other, "GET", "/accounts/me", "").is(401);
        // Sessions are not in the list of tokens, and do not count as such.
        assertThat(service.get("ana", "/tokens").is(200).at("/tokens")).hasSize(1);
    }

    @Test
    void session_isProlongedOnceADayWhileItIsUsed_andEndsAMonthAfterThat() {
        String cookie = signedIn("ana");
        service.clock.move(Duration.ofHours(23));
        assertThat(with(cookie, "GET", "/pools", "").is(200).header("Set-Cookie"))
                .isEmpty();
        service.clock.move(Duration.ofHours(2));
        assertThat(with(cookie, "GET", "/pools", "").is(200).header("Set-Cookie"))
                .startsWith(cookie + "; ");
        assertThat(with(cookie, "GET", "/pools", "").is(200).header("Set-Cookie"))
                .isEmpty();
        service.clock.move(Duration.ofDays(29));
        with(cookie, "GET", "/pools", "").is(200);
        service.clock.move(Duration.ofDays(31));
        with(cookie, "GET", "/pools", "").is(401);
    }

    @Test
    void token_becomesASession_unlessItExpiresOrIsLimited() {
        Result opened = service.send("ana", "POST", "/session", "").is(204);
        with(cookie(opened), "GET", "/accounts/me", "").is(200);
        token("brief", "{\"lifetime\":\"PT1H\"}");
        service.send("brief", "POST", "/session", "").is(403);
        token("reader", "{\"scope\":\"read\"}");
        service.send("reader", "POST", "/session", "").is(403);
    }

    @Test
    void scope_limitsWhatATokenMayDo_andItCannotMakeABetterOne() {
        token("reader", "{\"scope\":\"read\",\"note\":\"display\"}");
        token("booker", "{\"scope\":\"book\"}");
        service.get("reader", "/timetable").is(200);
        service.send("reader", "POST", "/reservations", "{" + TestService.job("no") + "}")
                .is(403);
        service.send("booker", "POST", "/reservations", "{" + TestService.job("yes") + "}")
                .is(201);
        for (String limited : new String[] {"reader", "booker"}) {
            service.send(limited, "POST", "/tokens", "{}").is(403).code("not-allowed");
            service.send(limited, "DELETE", "/sessions", "").is(403);
        }
        // A scope never grants more than the account has.
        service.tokens.put(
                "viewing",
                service.send("vera", "POST", "/tokens", "{\"scope\":\"book\"}")
                        .is(201)
                        .text("token"));
        service.send("viewing", "POST", "/reservations", "{" + TestService.job("no") + "}")
                .is(403);
        assertThat(service.get("ana", "/tokens").is(200).json().findValuesAsText("scope"))
                .containsExactlyInAnyOrder("all", "read", "book");
    }

    @Test
    void page_isNotAskedForAPasswordByTheBrowser() {
        assertThat(service.send("", "GET", "/pools", "", "Berth-Page", "1")
                        .is(401)
                        .header("WWW-Authenticate"))
                .isEqualTo("Bearer");
        assertThat(service.get("", "/pools").is(401).header("WWW-Authenticate")).contains("Basic");
    }

    @Test
    void tooManySessions_endTheOldest() {
        String first = signedIn("ana");
        service.clock.move(Duration.ofSeconds(1));
        String second = signedIn("ana");
        for (int i = 0; i < 49; i++) {
            service.clock.move(Duration.ofSeconds(1));
            service.send("ana", "POST", "/session", "").is(204);
        }
        // Ended once the answer is there: nobody gets in with it a moment later.
        with(first, "GET", "/pools", "").is(401);
        with(second, "GET", "/pools", "").is(200);
        service.clock.move(Duration.ofSeconds(1));
        signedIn("ana");
        with(second, "GET", "/pools", "").is(401);
        assertThat(service.get("ana", "/sessions").at("/sessions")).hasSize(50);
    }

    private void token(String name, String terms) {
        service.tokens.put(
                name, service.send("ana", "POST", "/tokens", terms).is(201).text("token"));
    }

    private String oneTime(String account) {
        return service.send("admin", "POST", "/tokens", "{\"account\":\"%s\",\"oneTime\":true}".formatted(account))
                .is(201)
                .text("token");
    }

    private String signedIn(String account) {
        return cookie(service.send(
                        "",
                        "POST",
                        "/sign-in",
                        "{\"token\":\"%s\",\"browser\":true}".formatted(oneTime(account)),
                        "User-Agent",
                        FIREFOX)
                .is(201));
    }

    private static String cookie(Result result) {
        return result.header("Set-Cookie").replaceFirst(";.*", "");
    }

    private Result with(String cookie, String method, String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Cookie";
        all[headers.length + 1] = cookie;
        return service.send("", method, path, body, all);
    }
}
