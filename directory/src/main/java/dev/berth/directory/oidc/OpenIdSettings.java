package dev.berth.directory.oidc;

import dev.berth.service.signin.Directory;
import dev.berth.service.signin.GroupRoles;
import dev.berth.wire.Fields;
import dev.berth.wire.PublicAddress;
import dev.berth.wire.SecretFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider of OpenID Connect by which people sign in.
 *
 * @param name of the provider, on the button and in the address that it sends people back to
 * @param clientSecretFile empty for a public client, which has PKCE alone
 * @param scopes asked for beside {@code openid}
 * @param accountClaim whose value names the account
 * @param groupsClaim whose values are the groups of somebody
 */
public record OpenIdSettings(
        String name,
        URI issuer,
        String clientId,
        Optional<Path> clientSecretFile,
        List<String> scopes,
        String accountClaim,
        String groupsClaim,
        GroupRoles roles) {
    public static final List<String> SCOPES = List.of("profile", "email");
    public static final String ACCOUNT = "preferred_username";
    public static final String GROUPS = "groups";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,30}");
    private static final String NAME_RULE = "must be 1 to 31 lower-case letters, digits and dashes, and not ldap";
    private static final int MOST = 20;

    public OpenIdSettings {
        scopes = List.copyOf(scopes);
    }

    public static @Nullable OpenIdSettings read(Fields fields, @Nullable Path directory) {
        fields.require("name");
        String name = fields.parsed("name", NAME_RULE, OpenIdSettings::name);
        fields.require("issuer");
        URI issuer = fields.parsed(
                "issuer",
                "must be an address with https, such as https://id.example.org/realms/uni; http only on this machine",
                OpenIdSettings::issuer);
        String clientId = fields.requiredText("clientId", 500);
        Path secret = SecretFile.read(fields, "clientSecretFile", directory);
        List<String> scopes = fields.has("scopes") ? fields.names("scopes", MOST) : SCOPES;
        String account = fields.text("accountClaim", 200);
        String groups = fields.text("groupsClaim", 200);
        GroupRoles roles = GroupRoles.read(fields);
        fields.closed();
        return name == null || issuer == null
                ? null
                : new OpenIdSettings(
                        name,
                        issuer,
                        clientId,
                        Optional.ofNullable(secret),
                        scopes,
                        account == null ? ACCOUNT : account,
                        groups == null ? GROUPS : groups,
                        roles);
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches() || text.equals(Directory.NAME)) {
            throw new IllegalArgumentException("not a name");
        }
        return text;
    }

    private static URI issuer(String text) {
        URI issuer = URI.create(text);
        if (issuer.getHost() == null
                || issuer.getRawQuery() != null
                || issuer.getRawFragment() != null
                || !PublicAddress.isSafe(issuer)) {
            throw new IllegalArgumentException("not an issuer");
        }
        return issuer;
    }
}
