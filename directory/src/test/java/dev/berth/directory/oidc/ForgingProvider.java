package dev.berth.directory.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.Function;

/** A provider that says what a test wants, however wrong. */
final class ForgingProvider implements AutoCloseable {
    static final RSAKey KEY = key("own");

    private final HttpServer server;
    volatile String issuer;
    volatile String description = "";
    volatile List<RSAKey> keys = List.of(KEY);
    /** From the nonce of an honest provider to the ID token. */
    volatile Function<String, String> token = nonce -> signed(claims(nonce).build(), KEY);

    volatile String nonce = "";
    volatile String userInfo = "";

    ForgingProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/", this::answer);
        server.setExecutor(task -> Thread.ofVirtual().start(task));
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    JWTClaimsSet.Builder claims(String withNonce) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject("s-1")
                .audience("berth")
                .claim("nonce", withNonce)
                .claim("preferred_username", "ana")
                .claim("groups", List.of("staff"))
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(300)));
    }

    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static String signed(JWTClaimsSet claims, RSAKey key) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(key.getKeyID())
                            .build(),
                    claims);
            token.sign(new RSASSASigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String at = address().toString();
        String body = switch (exchange.getRequestURI().getPath()) {
            case "/.well-known/openid-configuration" -> description.isEmpty() ? usual(at) : description;
            case "/keys" -> new JWKSet(List.copyOf(keys)).toString();
            case "/token" ->
                "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\"" + token.apply(nonce) + "\"}";
            case "/user" -> userInfo;
            default -> "";
        };
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String usual(String at) {
        return ("{\"issuer\":\"%s\",\"authorization_endpoint\":\"%2$s/authorize\",\"token_endpoint\":\"%2$s/token\","
                        + "\"jwks_uri\":\"%2$s/keys\",\"userinfo_endpoint\":\"%2$s/user\","
                        + "\"subject_types_supported\":[\"public\"],\"response_types_supported\":[\"code\"],"
                        + "\"id_token_signing_alg_values_supported\":[\"RS256\"]}")
                .formatted(issuer, at);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
