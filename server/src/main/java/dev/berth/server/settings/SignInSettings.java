package dev.berth.server.settings;

import dev.berth.directory.ldap.LdapSettings;
import dev.berth.directory.oidc.OpenIdSettings;
import dev.berth.wire.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Settings of identity providers and of the directory with which users sign in, beside accounts of the site itself. */
public record SignInSettings(List<OpenIdSettings> openid, Optional<LdapSettings> ldap) {
    public static final SignInSettings NONE = new SignInSettings(List.of(), Optional.empty());

    private static final int MOST = 20;

    public SignInSettings {
        openid = List.copyOf(openid);
    }

    /** The field {@code signIn} of the settings of a site. */
    static SignInSettings read(@Nullable Fields fields, boolean hasAddress, @Nullable Path directory) {
        if (fields == null) {
            return NONE;
        }
        List<OpenIdSettings> providers = new ArrayList<>();
        for (Fields each : fields.optionalObjects("openid", MOST)) {
            OpenIdSettings provider = OpenIdSettings.read(each, directory);
            if (provider != null) {
                if (providers.stream().anyMatch(other -> other.name().equals(provider.name()))) {
                    each.fault("name", "must differ from the names of the other providers");
                }
                providers.add(provider);
            }
        }
        if (!providers.isEmpty() && !hasAddress) {
            fields.fault("openid", "needs the field address of the site, to which providers send people back");
        }
        Fields ldap = fields.object("ldap");
        fields.closed();
        return new SignInSettings(
                providers, ldap == null ? Optional.empty() : Optional.ofNullable(LdapSettings.read(ldap, directory)));
    }
}
