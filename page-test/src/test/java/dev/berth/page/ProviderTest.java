package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.directory.oidc.OpenIdSettings;
import dev.berth.server.settings.SignInSettings;
import dev.berth.service.account.Role;
import dev.berth.service.signin.GroupRoles;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Somebody who signs in at a provider, on its own page, and comes back. */
class ProviderTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void toTheProviderAndBack(Screen screen) throws IOException {
        MockOAuth2Server provider = new MockOAuth2Server(new OAuth2Config(true));
        provider.start();
        try (TestSite site = TestSite.withSignIn(data, freePort(), signIn(provider))) {
            Visit visit = Visit.stranger(site, screen);
            login(visit, "{\"preferred_username\":\"admin\",\"groups\":[\"staff\"]}");
            visit.awaitText(".sign-in .trouble", "The name admin belongs to an account of this site");
            login(visit, "{\"preferred_username\":\"gina\",\"groups\":[\"staff\"]}");
            visit.await("berth-timetable canvas");
            assertThat(visit.driver.manage().getCookieNamed("berth-session").isHttpOnly())
                    .isTrue();
            assertThat(visit.driver.getCurrentUrl()).isEqualTo(site.address());
            visit.driver.navigate().refresh();
            visit.await("berth-timetable canvas");
            visit.clickText(".who button", "Sign out");
            visit.await("[name=account]");
            visit.until("signed out", () -> visit.driver.manage().getCookieNamed("berth-session") == null);
            visit.driver.navigate().refresh();
            visit.await("[name=account]");
        } finally {
            provider.shutdown();
        }
    }

    private static void login(Visit visit, String claims) {
        visit.await(".providers button");
        visit.clickText(".providers button", "Sign in with uni");
        visit.await("[name=username]");
        visit.type("[name=username]", claims.contains("gina") ? "s-1" : "s-2");
        visit.type("[name=claims]", claims);
        visit.script("document.querySelector('form').submit()");
    }

    private static SignInSettings signIn(MockOAuth2Server provider) {
        return new SignInSettings(
                List.of(new OpenIdSettings(
                        "uni",
                        URI.create(provider.issuerUrl("uni").toString()),
                        "berth",
                        Optional.empty(),
                        OpenIdSettings.SCOPES,
                        OpenIdSettings.ACCOUNT,
                        OpenIdSettings.GROUPS,
                        new GroupRoles(Map.of("staff", Role.USER), Optional.empty()))),
                Optional.empty());
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
