package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.directory.oidc.OpenIdSettings;
import dev.berth.server.settings.SignInSettings;
import dev.berth.service.account.Role;
import dev.berth.service.signin.GroupRoles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser that signs in by the login page of a real provider. */
class OpenIdSignInTest {
    @TempDir
    Path data;

    private final MockOAuth2Server provider = new MockOAuth2Server(new OAuth2Config(true));
    private TestService service;

    @BeforeEach
    void open() throws IOException {
        provider.start();
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        OpenIdSettings uni = new OpenIdSettings(
                "uni",
                URI.create(provider.issuerUrl("uni").toString()),
                "berth",
                Optional.empty(),
                OpenIdSettings.SCOPES,
                OpenIdSettings.ACCOUNT,
                OpenIdSettings.GROUPS,
                new GroupRoles(
                        Map.of("hpc-admins", Role.ADMINISTRATOR, "hpc-ops", Role.OPERATOR, "staff", Role.USER),
                        Optional.empty()));
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.listen = InetSocketAddress.createUnresolved("127.0.0.1", port))
                        .with(draft -> draft.address = Optional.of(URI.create("http://127.0.0.1:" + port)))
                        .with(draft -> draft.signIn = new SignInSettings(List.of(uni), Optional.empty())));
    }

    @AfterEach
    void close() {
        service.close();
        provider.shutdown();
    }

    /** A browser that has come to the provider. */
    private record Gone(URI provider, String cookie) {}

    private Gone gone() {
        Result start = service.get("", "/sign-in/openid/uni").is(302);
        assertThat(start.header("Set-Cookie"))
                .matches(
                        "berth-attempt=[A-Za-z0-9_-]{43}; Path=/api/v1/sign-in/openid/; Max-Age=600; HttpOnly; SameSite=Lax");
        return new Gone(
                URI.create(start.header("Location")), start.header("Set-Cookie").replaceFirst(";.*", ""));
    }

    /** The form of the provider, filled in; where it sends the browser back to. */
    private String filled(Gone gone, String subject, String claims) {
        String form = "username=" + subject + "&claims=" + URLEncoder.encode(claims, StandardCharsets.UTF_8);
        HttpRequest post = HttpRequest.newBuilder(gone.provider())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        String back = service.response(post).headers().firstValue("Location").orElseThrow();
        return back.substring(back.indexOf("/api/v1") + "/api/v1".length());
    }

    private static String person(String name, String... groups) {
        return "{\"preferred_username\":\"%s\",\"groups\":[%s]}"
                .formatted(name, groups.length == 0 ? "" : "\"" + String.join("\",\"", groups) + "\"");
    }

    private Result signIn(String subject, String claims) {
        Gone gone = gone();
        return service.send("", "GET", filled(gone, subject, claims), "", "Cookie", gone.cookie())
                .is(303);
    }

    private static String problem(Result result) {
        assertThat(result.header("Set-Cookie"))
                .startsWith("berth-sign-in-problem=")
                .doesNotContain("berth-session");
        return URLDecoder.decode(
                result.header("Set-Cookie").replaceFirst("^[^=]*=", "").replaceFirst(";.*", ""),
                StandardCharsets.UTF_8);
    }

    private Result as(Result signedIn, String path) {
        assertThat(signedIn.header("Set-Cookie")).startsWith("berth-session=");
        return service.send(
                "", "GET", path, "", "Cookie", signedIn.header("Set-Cookie").replaceFirst(";.*", ""));
    }

    @Test
    void firstSignIn_makesTheAccount_laterOnesChangeItsRole() {
        assertThat(service.get("", "/sign-in/ways").is(200).json().toString())
                .contains("{\"kind\":\"openid\",\"name\":\"uni\"}");
        Result first = signIn("s-1", person("gina", "staff", "other"));
        assertThat(first.header("Location")).isEqualTo(service.root("/").toString());
        assertThat(as(first, "/accounts/me").is(200).text("role")).isEqualTo("user");
        Result again = as(signIn("s-1", person("renamed", "hpc-ops", "staff")), "/accounts/me");
        assertThat(again.text("name")).isEqualTo("gina");
        assertThat(again.text("role")).isEqualTo("operator");
        assertThat(service.get("admin", "/audit").is(200).json().toString())
                .contains("add-account", "user, from uni", "operator, by the groups");
        service.restart();
        assertThat(as(signIn("s-1", person("gina", "staff")), "/accounts/me").text("role"))
                .as("the account is still theirs")
                .isEqualTo("user");
    }

    @Test
    void aNameThatIsTaken_isNotGivenToAnOutsider() {
        for (String name : List.of("admin", "ana")) {
            assertThat(problem(signIn("s-2", person(name, "hpc-admins")))).contains("name " + name + " belongs");
        }
        assertThat(as(signIn("s-3", person("gina", "staff")), "/accounts/me").text("name"))
                .isEqualTo("gina");
        assertThat(problem(signIn("s-4", person("gina", "hpc-admins")))).contains("The name gina belongs");
        assertThat(service.get("admin", "/audit").is(200).response().body())
                .contains("failed-sign-in", "from 127.0.0.1: The name admin belongs");
    }

    @Test
    void namesOfSystemUsers_andLookAlikesOfAdministrators_areNotGivenToAnOutsider() {
        for (String name : List.of(
                "root",
                "nobody",
                "systemd-network",
                "0",
                "1000",
                "1.2",
                "admin.",
                "adm1n",
                "a-d-m-i-n",
                "r00t",
                "admin_")) {
            assertThat(problem(signIn("s-20", person(name, "staff"))))
                    .as(name)
                    .contains("\"" + name + "\"", "cannot be the name", "Ask for another name");
        }
        for (String name : List.of("gina", "ana2", "badmin", "m0ses")) {
            signIn("s-" + name, person(name, "staff"));
            service.get("admin", "/accounts/" + name).is(200);
        }
    }

    @Test
    void peopleInNoGroup_withoutAUsableName_orDisabled_areToldOnThePage() {
        assertThat(problem(signIn("s-5", person("hugo")))).contains("in none of the groups of uni");
        for (String name : List.of("me", "site", "Hugo Meier", "")) {
            assertThat(problem(signIn("s-6", person(name, "staff")))).contains("cannot be the name of an account");
        }
        assertThat(problem(signIn("s-6", "{\"groups\":[\"staff\"]}"))).contains("cannot be the name of an account");
        Result gina = signIn("s-7", person("gina", "staff"));
        service.send("admin", "DELETE", "/accounts/gina", "").is(204);
        as(gina, "/accounts/me").is(401);
        assertThat(problem(signIn("s-7", person("gina", "staff")))).contains("The account gina is disabled");
    }

    @Test
    void anAdministratorByGroups_losesTheRoleWithThem_exceptAsTheLast() {
        assertThat(as(signIn("s-8", person("gina", "hpc-admins")), "/accounts/me")
                        .text("role"))
                .isEqualTo("administrator");
        Result last = signIn("s-8", person("gina", "hpc-admins"));
        service.send(
                        "",
                        "DELETE",
                        "/accounts/admin",
                        "",
                        "Cookie",
                        last.header("Set-Cookie").replaceFirst(";.*", ""),
                        "Sec-Fetch-Site",
                        "same-origin")
                .is(204);
        assertThat(as(signIn("s-8", person("gina", "staff")), "/accounts/me").text("role"))
                .as("somebody must keep accounts")
                .isEqualTo("administrator");
    }

    @Test
    void aStolenReturn_isOfNoUseElsewhere_norTwice() {
        Gone gone = gone();
        String back = filled(gone, "s-9", person("gina", "staff"));
        assertThat(problem(service.get("", back).is(303))).contains("not begun in this browser");
        assertThat(problem(service.send("", "GET", back, "", "Cookie", gone().cookie())
                        .is(303)))
                .contains("not begun in this browser");
        as(service.send("", "GET", back, "", "Cookie", gone.cookie()).is(303), "/accounts/me")
                .is(200);
        assertThat(problem(service.send("", "GET", back, "", "Cookie", gone.cookie())
                        .is(303)))
                .contains("used already");
        service.get("", "/sign-in/openid/else").is(404);
        service.get("", "/sign-in/openid/else/callback").is(404);
        assertThat(problem(service.get("", "/sign-in/openid/uni/callback").is(303)))
                .contains("sign in again");
        String audit = service.get("admin", "/audit").is(200).response().body();
        assertThat(audit.split("failed-sign-in", -1))
                .as("one line a minute from an address: " + audit)
                .hasSize(2);
        assertThat(audit).contains("\"uni\"", "from 127.0.0.1: ", "not begun in this browser");
    }
}
