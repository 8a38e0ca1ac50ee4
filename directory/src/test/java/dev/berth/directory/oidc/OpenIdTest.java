package dev.berth.directory.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.berth.service.account.Role;
import dev.berth.service.signin.GroupRoles;
import dev.berth.service.signin.Outsider;
import dev.berth.wire.problem.Rejected;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.Test;

class OpenIdTest {
    private static final GroupRoles ROLES =
            new GroupRoles(Map.of("hpc-admins", Role.ADMINISTRATOR, "staff", Role.USER), Optional.of(Role.VIEWER));

    private final AtomicLong nanos = new AtomicLong();

    private OpenId site(URI issuer) {
        return site(issuer, Duration.ofSeconds(20));
    }

    private OpenId site(URI issuer, Duration patience) {
        return new OpenId(
                List.of(new OpenIdSettings(
                        "uni",
                        issuer,
                        "berth",
                        Optional.empty(),
                        OpenIdSettings.SCOPES,
                        OpenIdSettings.ACCOUNT,
                        OpenIdSettings.GROUPS,
                        ROLES)),
                URI.create("https://berth.example.org"),
                nanos::get,
                patience);
    }

    private static Map<String, String> query(URI address) {
        Map<String, String> values = new HashMap<>();
        for (String pair : address.getRawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            values.put(
                    pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return values;
    }

    private static OpenId.Return back(String code, String state, String cookie) {
        return new OpenId.Return(Optional.of(code), Optional.of(state), Optional.empty(), Optional.empty(), cookie);
    }

    /** The provider lets them in and sends them back; what they come back with. */
    private static Map<String, String> visit(URI provider) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Void> response =
                    client.send(HttpRequest.newBuilder(provider).build(), HttpResponse.BodyHandlers.discarding());
            assertThat(response.statusCode()).isEqualTo(302);
            URI back = URI.create(response.headers().firstValue("Location").orElseThrow());
            assertThat(back.toString()).startsWith("https://berth.example.org/api/v1/sign-in/openid/uni/callback?");
            return query(back);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRealProvider_saysWhoItIs_andACodeIsGoodOnce() {
        MockOAuth2Server provider = new MockOAuth2Server();
        provider.start();
        try {
            OpenId site = site(URI.create(provider.issuerUrl("uni").toString()));
            provider.enqueueCallback(new DefaultOAuth2TokenCallback(
                    "uni",
                    "s-17",
                    "JWT",
                    List.of("berth"),
                    Map.of("preferred_username", "gina", "groups", List.of("staff", "hpc-admins")),
                    300));
            OpenId.Departure departure = site.start("uni", "192.0.2.1");
            assertThat(query(departure.provider()))
                    .containsEntry("code_challenge_method", "S256")
                    .containsEntry("response_type", "code")
                    .containsEntry("scope", "openid profile email")
                    .doesNotContainValue(departure.cookie());
            Map<String, String> come = visit(departure.provider());
            OpenId.Return back =
                    back(come.getOrDefault("code", ""), come.getOrDefault("state", ""), departure.cookie());

            assertThat(site.finish("uni", back))
                    .isEqualTo(new Outsider("uni", "s-17", "gina", Optional.of(Role.ADMINISTRATOR)));
            assertThatThrownBy(() -> site.finish("uni", back)).hasMessageContaining("sign in again");

            OpenId.Departure other = site.start("uni", "192.0.2.1");
            String state = query(other.provider()).getOrDefault("state", "");
            assertThatThrownBy(() -> site.finish("uni", back(come.getOrDefault("code", ""), state, other.cookie())))
                    .as("a code that was used, with an attempt of one's own")
                    .isInstanceOf(Rejected.class);
        } finally {
            provider.shutdown();
        }
    }

    @Test
    void aCodeOfAnotherAttempt_isRefusedByItsVerifier() {
        MockOAuth2Server provider = new MockOAuth2Server();
        provider.start();
        try {
            OpenId site = site(URI.create(provider.issuerUrl("uni").toString()));
            String stolen = visit(site.start("uni", "a").provider()).getOrDefault("code", "");
            OpenId.Departure own = site.start("uni", "b");
            String state = query(own.provider()).getOrDefault("state", "");
            assertThatThrownBy(() -> site.finish("uni", back(stolen, state, own.cookie())))
                    .isInstanceOf(Rejected.class);
        } finally {
            provider.shutdown();
        }
    }

    @Test
    void anAttempt_isOfOneBrowser_ofOneProvider_andOfTenMinutes() throws IOException {
        try (ForgingProvider provider = new ForgingProvider()) {
            OpenId site = site(provider.address());
            OpenId.Departure departure = site.start("uni", "a");
            Map<String, String> sent = query(departure.provider());
            provider.nonce = sent.getOrDefault("nonce", "");
            String state = sent.getOrDefault("state", "");
            for (String cookie : List.of("", "x", site.start("uni", "a").cookie())) {
                assertThatThrownBy(() -> site.finish("uni", back("c", state, cookie)))
                        .as("in another browser")
                        .hasMessageContaining("not begun in this browser");
            }
            assertThatThrownBy(() -> site.finish("uni", back("c", "other", departure.cookie())))
                    .hasMessageContaining("not begun in this browser");
            assertThatThrownBy(() -> site.start("else", "a")).hasMessageContaining("Unknown provider");
            assertThat(site.finish("uni", back("c", state, departure.cookie())).name())
                    .as("what others try does not use it up")
                    .isEqualTo("ana");

            OpenId.Departure late = site.start("uni", "a");
            nanos.addAndGet(Duration.ofMinutes(10).toNanos() + 1);
            assertThatThrownBy(() -> site.finish(
                            "uni", back("c", query(late.provider()).getOrDefault("state", ""), late.cookie())))
                    .hasMessageContaining("10 minutes");
        }
    }

    @Test
    void anAnswerOfAnotherIssuer_orAnError_signsNobodyIn() throws IOException {
        try (ForgingProvider provider = new ForgingProvider()) {
            OpenId site = site(provider.address());
            OpenId.Departure first = site.start("uni", "a");
            Optional<String> state = Optional.of(query(first.provider()).getOrDefault("state", ""));
            assertThatThrownBy(() -> site.finish(
                            "uni",
                            new OpenId.Return(
                                    Optional.of("c"),
                                    state,
                                    Optional.empty(),
                                    Optional.of("https://evil"),
                                    first.cookie())))
                    .hasMessageContaining("does not belong");
            OpenId.Departure second = site.start("uni", "a");
            Optional<String> again = Optional.of(query(second.provider()).getOrDefault("state", ""));
            assertThatThrownBy(() -> site.finish(
                            "uni",
                            new OpenId.Return(
                                    Optional.empty(),
                                    again,
                                    Optional.of("access_denied<b>"),
                                    Optional.empty(),
                                    second.cookie())))
                    .hasMessageContaining("access_denied?b?");
        }
    }

    private static Optional<Outsider> tried(OpenId site, ForgingProvider provider) {
        OpenId.Departure departure = site.start("uni", "a");
        Map<String, String> sent = query(departure.provider());
        provider.nonce = sent.getOrDefault("nonce", "");
        try {
            return Optional.of(site.finish("uni", back("c", sent.getOrDefault("state", ""), departure.cookie())));
        } catch (Rejected e) {
            assertThat(e).hasMessageContaining("Could not sign in with uni");
            return Optional.empty();
        }
    }

    @Test
    void aTokenThatIsNotGood_signsNobodyIn() throws IOException {
        try (ForgingProvider provider = new ForgingProvider()) {
            OpenId site = site(provider.address());
            assertThat(tried(site, provider)).isPresent();
            provider.token = nonce -> ForgingProvider.signed(
                    provider.claims(nonce).claim("azp", "berth").build(), ForgingProvider.KEY);
            assertThat(tried(site, provider)).as("issued to this client").isPresent();
            Map<String, UnaryOperator<String>> wrong = new HashMap<>(Map.of(
                    "another nonce",
                    nonce -> ForgingProvider.signed(provider.claims("other").build(), ForgingProvider.KEY),
                    "a foreign key of the same name",
                    nonce -> ForgingProvider.signed(provider.claims(nonce).build(), ForgingProvider.key("own")),
                    "expired",
                    nonce -> ForgingProvider.signed(
                            provider.claims(nonce)
                                    .expirationTime(Date.from(Instant.now().minusSeconds(120)))
                                    .build(),
                            ForgingProvider.KEY),
                    "for another site",
                    nonce -> ForgingProvider.signed(
                            provider.claims(nonce).audience("mail").build(), ForgingProvider.KEY),
                    "of another issuer",
                    nonce -> ForgingProvider.signed(
                            provider.claims(nonce).issuer("https://evil").build(), ForgingProvider.KEY),
                    "unsigned",
                    nonce -> new PlainJWT(provider.claims(nonce).build()).serialize(),
                    "signed with what everybody knows",
                    nonce -> withSecret(provider.claims(nonce).build()),
                    "no token",
                    nonce -> ""));
            wrong.put(
                    "issued to another client",
                    nonce -> ForgingProvider.signed(
                            provider.claims(nonce)
                                    .audience(List.of("berth", "mail"))
                                    .claim("azp", "mail")
                                    .build(),
                            ForgingProvider.KEY));
            wrong.forEach((what, token) -> {
                provider.token = token;
                assertThat(tried(site, provider)).as(what).isEmpty();
            });
        }
    }

    /** With the public key as the secret, which trips careless readers. */
    private static String withSecret(JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("own").build(), claims);
            token.sign(new MACSigner(ForgingProvider.KEY.toRSAPublicKey().getEncoded()));
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void newKeys_areAskedForAtOnce() throws IOException {
        try (ForgingProvider provider = new ForgingProvider()) {
            OpenId site = site(provider.address());
            assertThat(tried(site, provider)).isPresent();
            var fresh = ForgingProvider.key("next");
            provider.keys = List.of(fresh);
            provider.token =
                    nonce -> ForgingProvider.signed(provider.claims(nonce).build(), fresh);
            assertThat(tried(site, provider)).isPresent();
        }
    }

    @Test
    void groupsThatTheTokenLacks_areAskedFor_ofTheSamePersonOnly() throws IOException {
        try (ForgingProvider provider = new ForgingProvider()) {
            OpenId site = site(provider.address());
            provider.token = nonce -> ForgingProvider.signed(
                    provider.claims(nonce).claim("groups", null).build(), ForgingProvider.KEY);
            provider.userInfo = "{\"sub\":\"s-1\",\"groups\":[\"hpc-admins\"],\"preferred_username\":\"eve\"}";
            assertThat(tried(site, provider))
                    .contains(new Outsider("uni", "s-1", "ana", Optional.of(Role.ADMINISTRATOR)));
            provider.userInfo = "{\"sub\":\"s-2\",\"groups\":[\"hpc-admins\"]}";
            assertThat(tried(site, provider)).isEmpty();
        }
    }

    @Test
    void aHostileDescription_isRefused() throws IOException {
        try (ForgingProvider provider = new ForgingProvider()) {
            URI address = provider.address();
            for (String description : List.of(
                    "",
                    "{",
                    "[]",
                    "{}",
                    "x".repeat(Fetching.MOST_BYTES + 1),
                    ("{\"issuer\":\"%s\",\"authorization_endpoint\":\"http://evil.example.org/a\",\"token_endpoint\":\"%1$s/t\","
                                    + "\"jwks_uri\":\"%1$s/k\",\"subject_types_supported\":[\"public\"]}")
                            .formatted(address))) {
                provider.issuer = description.isEmpty() ? "https://evil.example.org" : address.toString();
                provider.description = description;
                OpenId site = site(address);
                assertThatThrownBy(() -> site.start("uni", "a"))
                        .as(description.substring(0, Math.min(20, description.length())))
                        .hasMessageContaining("Could not sign in with uni");
            }
        }
    }

    @Test
    void aProviderThatIsDown_orSilent_isSaidSo() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            OpenId site = site(URI.create("http://127.0.0.1:" + silent.getLocalPort()), Duration.ofSeconds(2));
            assertThatThrownBy(() -> site.start("uni", "a")).hasMessageContaining("Could not sign in with uni");
        }
        OpenId site = site(URI.create("http://127.0.0.1:1"));
        assertThatThrownBy(() -> site.start("uni", "a")).hasMessageContaining("Could not sign in with uni");
    }

    @Test
    void attempts_areBounded() {
        Attempts attempts = new Attempts(nanos::get);
        Attempts.Begun first = attempts.begin("uni", "a");
        Attempts.Begun others = attempts.begin("uni", "b");
        for (int i = 0; i < Attempts.MOST_EACH; i++) {
            attempts.begin("uni", "a");
        }
        assertThat(attempts.size()).isEqualTo(Attempts.MOST_EACH + 1);
        assertThat(attempts.take("uni", first.state(), first.cookie())).isEmpty();
        assertThat(attempts.take("uni", others.state(), others.cookie())).isPresent();
        for (int i = 0; i < Attempts.MOST + 10; i++) {
            attempts.begin("uni", "c" + i);
        }
        assertThat(attempts.size()).isEqualTo(Attempts.MOST);
        Attempts.Begun last = attempts.begin("uni", "d");
        nanos.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
        assertThat(attempts.take("uni", last.state(), last.cookie())).isPresent();
    }
}
