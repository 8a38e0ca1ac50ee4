package dev.berth.directory.oidc;

import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import dev.berth.service.signin.Outsider;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends people to a provider, and learns who they are when they come back. */
public final class OpenId {
    private static final Logger LOG = LoggerFactory.getLogger(OpenId.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Map<String, Provider> providers = new LinkedHashMap<>();
    private final Attempts attempts;
    private final Redemption redemption;
    private final URI address;

    /**
     * Where somebody goes.
     *
     * @param cookie that the browser has to show when it comes back
     */
    public record Departure(URI provider, String cookie) {}

    /**
     * Return of a browser from the provider.
     *
     * @param error in place of a code, if the provider did not sign the person in
     * @param issuer of the provider that sends the browser back, if it says so
     * @param cookie empty if the browser showed none
     */
    public record Return(
            Optional<String> code,
            Optional<String> state,
            Optional<String> error,
            Optional<String> issuer,
            String cookie) {}

    OpenId(List<OpenIdSettings> settings, URI address, LongSupplier nanos, Duration patience) {
        this.address = address;
        this.attempts = new Attempts(nanos);
        Fetching fetching = new Fetching(patience);
        this.redemption = new Redemption(fetching);
        settings.forEach(each -> providers.put(each.name(), new Provider(each, fetching, nanos)));
    }

    public static OpenId of(List<OpenIdSettings> settings, Optional<URI> address) {
        return new OpenId(settings, address.orElse(URI.create("")), System::nanoTime, PATIENCE);
    }

    public List<String> names() {
        return List.copyOf(providers.keySet());
    }

    /** Where the site is found by browsers. */
    public URI address() {
        return address;
    }

    /** Begins an attempt of a browser at an address. */
    public Departure start(String name, String from) {
        Provider provider = provider(name);
        OpenIdSettings settings = provider.settings();
        try {
            URI endpoint = provider.described().metadata().getAuthorizationEndpointURI();
            Attempts.Begun begun = attempts.begin(name, from);
            Scope scope = new Scope("openid");
            settings.scopes().forEach(scope::add);
            URI target = new AuthenticationRequest.Builder(
                            ResponseType.CODE, scope, new ClientID(settings.clientId()), callback(name))
                    .endpointURI(endpoint)
                    .state(new State(begun.state()))
                    .nonce(new Nonce(begun.nonce()))
                    .codeChallenge(new CodeVerifier(begun.verifier()), CodeChallengeMethod.S256)
                    .build()
                    .toURI();
            return new Departure(target, begun.cookie());
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    /** Person who has come back from a provider; throws the reason if nobody is signed in. */
    public Outsider finish(String name, Return back) {
        Provider provider = provider(name);
        Attempts.Attempt attempt = attempts.take(name, back.state().orElse(""), back.cookie())
                .orElseThrow(() -> Problem.of(
                                Code.UNAUTHORIZED,
                                "This sign-in was not begun in this browser, is used already or took longer than 10"
                                        + " minutes; sign in again")
                        .toException());
        if (back.error().isPresent()) {
            throw Problem.of(
                            Code.UNAUTHORIZED,
                            "%s did not sign you in (%s); sign in again"
                                    .formatted(name, back.error().get().replaceAll("[^a-z_]", "?")))
                    .toException();
        }
        boolean isOther = back.issuer()
                .filter(issuer -> !issuer.equals(provider.settings().issuer().toString()))
                .isPresent();
        if (isOther || back.code().isEmpty()) {
            throw Problem.of(
                            Code.UNAUTHORIZED,
                            name + " sent an answer that does not belong to this sign-in; sign in again")
                    .toException();
        }
        try {
            return redemption.redeemed(provider, back.code().get(), attempt, callback(name));
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    URI callback(String name) {
        return URI.create(address + "/api/v1/sign-in/openid/" + name + "/callback");
    }

    private Provider provider(String name) {
        Provider provider = providers.get(name);
        if (provider == null) {
            throw Problem.of(Code.NOT_FOUND, "Unknown provider; GET /sign-in/ways lists them")
                    .toException();
        }
        return provider;
    }

    /** Details are for the log: they help the operator, and those who would forge an answer. */
    private static Rejected failed(String name, IOException e) {
        LOG.atWarn()
                .addKeyValue("provider", name)
                .addKeyValue("why", e.getMessage())
                .log("Sign-in failed");
        return Problem.of(
                        Code.UNAUTHORIZED,
                        "Could not sign in with %s: it does not answer, or its answer is not valid; try again, or ask the"
                                        .formatted(name)
                                + " administrator of the site, whose log says why")
                .toException();
    }
}
