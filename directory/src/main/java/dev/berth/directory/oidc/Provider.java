package dev.berth.directory.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.AuthorizedParty;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import dev.berth.wire.PublicAddress;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A provider as it describes itself: where people sign in, and by which keys its word is known. Asked for when it is first
 * needed and again after an hour, so that the service starts without it. Keys that are not known yet are asked for at once, at
 * most every half minute.
 */
final class Provider {
    private static final long FRESH = Duration.ofHours(1).toNanos();
    private static final int SKEW_SECONDS = 60;

    private final OpenIdSettings settings;
    private final Fetching fetching;
    private final LongSupplier nanos;
    private volatile @Nullable Described described;

    /**
     * Description of a provider by itself.
     *
     * @param validator of the tokens that it signs
     */
    record Described(OIDCProviderMetadata metadata, IDTokenValidator validator, long at) {}

    Provider(OpenIdSettings settings, Fetching fetching, LongSupplier nanos) {
        this.settings = settings;
        this.fetching = fetching;
        this.nanos = nanos;
    }

    OpenIdSettings settings() {
        return settings;
    }

    /** One that is an hour old is better than none, if the provider cannot be asked just now. */
    Described described() throws IOException {
        Described known = described;
        if (known != null && nanos.getAsLong() - known.at() < FRESH) {
            return known;
        }
        try {
            Described fresh = discovered();
            described = fresh;
            return fresh;
        } catch (IOException e) {
            if (known == null) {
                throw e;
            }
            return known;
        }
    }

    private Described discovered() throws IOException {
        String issuer = settings.issuer().toString();
        URI address = URI.create(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration");
        try {
            OIDCProviderMetadata metadata = OIDCProviderMetadata.parse(fetching.document(address));
            if (!metadata.getIssuer().getValue().equals(issuer)) {
                throw new IOException("its description names an issuer other than " + issuer);
            }
            checkSafe(metadata.getAuthorizationEndpointURI());
            checkSafe(metadata.getTokenEndpointURI());
            checkSafe(metadata.getJWKSetURI());
            return new Described(metadata, validator(metadata), nanos.getAsLong());
        } catch (ParseException e) {
            throw new IOException("its description cannot be read", e);
        }
    }

    private static void checkSafe(@Nullable URI address) throws IOException {
        if (address == null || !PublicAddress.isSafe(address)) {
            throw new IOException("its description lacks an address, or has one that is not encrypted");
        }
    }

    private IDTokenValidator validator(OIDCProviderMetadata metadata) throws MalformedURLException {
        JWKSource<SecurityContext> keys = JWKSourceBuilder.<SecurityContext>create(
                        metadata.getJWKSetURI().toURL(), fetching)
                .rateLimited(Duration.ofSeconds(30).toMillis())
                .build();
        // Signed with a key that only the provider has; never unsigned, nor with a secret that the client has, too.
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.SIGNATURE);
        IDTokenValidator validator = new IDTokenValidator(
                new Issuer(settings.issuer()),
                new ClientID(settings.clientId()),
                new JWSVerificationKeySelector<>(algorithms, keys),
                null);
        validator.setMaxClockSkew(SKEW_SECONDS);
        return validator;
    }

    /** A token may be for several clients; the one that asked for it must be this site. */
    private void checkIssuedToUs(IDTokenClaimsSet claims) throws IOException {
        AuthorizedParty party = claims.getAuthorizedParty();
        if (party != null && !party.getValue().equals(settings.clientId())) {
            throw new IOException(
                    "its ID token is not valid: it was issued to another client (azp) than " + settings.clientId());
        }
    }

    /** Claims of a token; throws unless it is of this provider, for this site and for this attempt. */
    IDTokenClaimsSet validated(JWT token, String nonce) throws IOException {
        try {
            IDTokenClaimsSet claims = described().validator().validate(token, new Nonce(nonce));
            checkIssuedToUs(claims);
            return claims;
        } catch (BadJOSEException | JOSEException e) {
            throw new IOException("its ID token is not valid: " + e.getMessage(), e);
        }
    }
}
