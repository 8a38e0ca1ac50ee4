package dev.berth.directory.oidc;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.claims.ClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.UserInfo;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import dev.berth.service.signin.Outsider;
import dev.berth.wire.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns the code that somebody comes back with into who they are. */
final class Redemption {
    private static final int MOST_GROUPS = 10_000;

    private final Fetching fetching;

    Redemption(Fetching fetching) {
        this.fetching = fetching;
    }

    Outsider redeemed(Provider provider, String code, Attempts.Attempt attempt, URI callback) throws IOException {
        OpenIdSettings settings = provider.settings();
        OIDCProviderMetadata metadata = provider.described().metadata();
        OIDCTokens tokens = tokens(settings, metadata, code, attempt, callback);
        IDTokenClaimsSet claims = provider.validated(tokens.getIDToken(), attempt.nonce());
        String subject = claims.getSubject().getValue();
        ClaimsSet all = claims;
        if (!has(claims, settings.accountClaim()) || !has(claims, settings.groupsClaim())) {
            Optional<UserInfo> more = userInfo(metadata, tokens, subject);
            if (more.isPresent()) {
                more.get().putAll(claims);
                all = more.get();
            }
        }
        Set<String> groups = groups(all.getClaim(settings.groupsClaim()));
        String name = all.getClaim(settings.accountClaim()) instanceof String text ? text : "";
        return new Outsider(settings.name(), subject, name, settings.roles().of(groups::contains));
    }

    private static boolean has(ClaimsSet claims, String name) {
        return claims.getClaim(name) != null;
    }

    private OIDCTokens tokens(
            OpenIdSettings settings, OIDCProviderMetadata metadata, String code, Attempts.Attempt attempt, URI callback)
            throws IOException {
        AuthorizationCodeGrant grant =
                new AuthorizationCodeGrant(new AuthorizationCode(code), callback, new CodeVerifier(attempt.verifier()));
        URI endpoint = metadata.getTokenEndpointURI();
        Optional<ClientAuthentication> authentication = authentication(settings, metadata);
        TokenRequest request = authentication
                .map(each -> new TokenRequest.Builder(endpoint, each, grant).build())
                .orElseGet(() -> new TokenRequest.Builder(endpoint, new ClientID(settings.clientId()), grant).build());
        try {
            OIDCTokens tokens = OIDCTokenResponse.parse(request.toHTTPRequest().send(fetching))
                    .getOIDCTokens();
            if (tokens.getIDToken() == null) {
                throw new IOException("it sent no ID token");
            }
            return tokens;
        } catch (ParseException e) {
            throw new IOException("it did not accept the code: " + e.getMessage(), e);
        }
    }

    private static Optional<ClientAuthentication> authentication(OpenIdSettings settings, OIDCProviderMetadata metadata)
            throws IOException {
        if (settings.clientSecretFile().isEmpty()) {
            return Optional.empty();
        }
        ClientID client = new ClientID(settings.clientId());
        Secret secret =
                new Secret(SecretFile.content(settings.clientSecretFile().get()));
        List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
        boolean isInBody = methods != null
                && methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                && !methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        return Optional.of(isInBody ? new ClientSecretPost(client, secret) : new ClientSecretBasic(client, secret));
    }

    /** User information of the provider, for claims that the token lacks; must be about the same person. */
    private Optional<UserInfo> userInfo(OIDCProviderMetadata metadata, OIDCTokens tokens, String subject)
            throws IOException {
        URI endpoint = metadata.getUserInfoEndpointURI();
        if (endpoint == null) {
            return Optional.empty();
        }
        try {
            UserInfoResponse response = UserInfoResponse.parse(new UserInfoRequest(endpoint, tokens.getAccessToken())
                    .toHTTPRequest()
                    .send(fetching));
            if (!response.indicatesSuccess()) {
                return Optional.empty();
            }
            UserInfo info = response.toSuccessResponse().getUserInfo();
            if (info == null || !info.getSubject().getValue().equals(subject)) {
                throw new IOException("it describes another person than the one who signed in");
            }
            return Optional.of(info);
        } catch (ParseException e) {
            throw new IOException("its user information cannot be read", e);
        }
    }

    private static Set<String> groups(Object claim) {
        Set<String> groups = new HashSet<>();
        if (claim instanceof String one) {
            groups.add(one);
        } else if (claim instanceof Collection<?> many) {
            many.stream()
                    .limit(MOST_GROUPS)
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .forEach(groups::add);
        }
        return groups;
    }
}
