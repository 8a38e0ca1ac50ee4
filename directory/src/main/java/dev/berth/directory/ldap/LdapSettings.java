package dev.berth.directory.ldap;

import dev.berth.service.account.Role;
import dev.berth.service.signin.GroupRoles;
import dev.berth.wire.Fields;
import dev.berth.wire.Loopback;
import dev.berth.wire.Names;
import dev.berth.wire.SecretFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A directory that knows the passwords of people.
 *
 * @param servers of the directory, asked in this order
 * @param security how connections are protected
 * @param people how the entry of a person is found
 * @param groups how their groups are found
 * @param timeout of one sign-in, with all that is asked for it
 */
public record LdapSettings(
        List<URI> servers, Security security, People people, Groups groups, GroupRoles roles, Duration timeout) {
    public static final String ACCOUNT = "uid";
    public static final String ID = "entryUUID";
    public static final String MEMBER_OF = "memberOf";
    public static final String MEMBER = "member";

    /** Attribute of the common schema for Unix groups: it names members by their account, all others by their entry. */
    public static final String MEMBER_UID = "memberUid";

    public static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final String PERSON = "{name}";

    private static final int MOST_SERVERS = 10;
    private static final int LONGEST = 1_000;

    public LdapSettings {
        servers = List.copyOf(servers);
    }

    /**
     * How connections are protected.
     *
     * @param startTls whether connections to {@code ldap:} are encrypted before anything is sent
     * @param certificate of the authority that signs those of the servers; empty for the authorities that Java trusts
     */
    public record Security(boolean startTls, Optional<Path> certificate) {}

    /**
     * How the entry of a person is found.
     *
     * @param account the attribute that names the account
     * @param id the attribute that stays the same when a person is renamed
     */
    public record People(Place place, String account, String id) {}

    /** Where the entry of a person is. */
    public sealed interface Place {
        /**
         * It follows from the name.
         *
         * @param dn of the entry, with {@code {name}} for the name of the person
         */
        record Pattern(String dn) implements Place {
            public String of(String escapedName) {
                return dn.replace(PERSON, escapedName);
            }
        }

        /**
         * Found by a search.
         *
         * @param filter that entries of people match beside the name; empty for all
         * @param binding who searches; empty for an anonymous search
         */
        record Search(String base, Optional<String> filter, Optional<Binding> binding) implements Place {}
    }

    /** An entry with a password in a file. */
    public record Binding(String dn, Path passwordFile) {}

    /**
     * How groups are found.
     *
     * @param attribute of people that names their groups or, with a base, of groups that names their members
     * @param base below which groups are searched; empty if people name them
     */
    public record Groups(String attribute, Optional<String> base) {}

    /** Whether a group is named in full, and not only by the first part of its name. */
    public static boolean isFullName(String group) {
        return group.indexOf('=') >= 0;
    }

    /**
     * Whether a role may not be given by the first part of a name alone: a user who can make any group anywhere in the directory,
     * such as that of a club, could make one of this name.
     */
    public static boolean needsOneGroup(Role role) {
        return role.isAtLeast(Role.OPERATOR);
    }

    public static @Nullable LdapSettings read(Fields fields, @Nullable Path directory) {
        fields.require("servers");
        boolean startTls = fields.flag("startTls");
        boolean isClear = fields.flag("unencrypted");
        if (startTls && isClear) {
            fields.fault("unencrypted", "must not be set together with startTls");
        }
        List<URI> servers = servers(fields, startTls || isClear);
        Path certificate = fields.parsed("certificate", "must be an existing file with a certificate (PEM)", text -> {
            Path path = directory == null ? Path.of(text) : directory.resolve(text);
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException("no such file");
            }
            return path;
        });
        Place place = place(fields, directory);
        String account = text(fields, "accountAttribute", ACCOUNT);
        String id = text(fields, "idAttribute", ID);
        String base = fields.text("groupBase", LONGEST);
        String attribute = text(fields, "groupAttribute", base == null ? MEMBER_OF : MEMBER);
        GroupRoles roles = GroupRoles.read(fields);
        if (base == null) {
            checkNames(fields, roles);
        }
        Long timeout = fields.positiveDuration("timeout");
        fields.closed();
        return place == null
                ? null
                : new LdapSettings(
                        servers,
                        new Security(startTls, Optional.ofNullable(certificate)),
                        new People(place, account, id),
                        new Groups(attribute, Optional.ofNullable(base)),
                        roles,
                        timeout == null ? TIMEOUT : Duration.ofMillis(timeout));
    }

    /** People name groups of the whole directory, so the first part of a name does not say which group is meant. */
    private static void checkNames(Fields fields, GroupRoles roles) {
        roles.byGroup().forEach((group, role) -> {
            if (needsOneGroup(role) && !isFullName(group)) {
                fields.fault(
                        "roles",
                        "must name the group of the role %s in full, such as \"cn=%s,ou=groups,dc=example,dc=org\": %s, or set groupBase to the entry directly above it; a group of this short name may be anywhere in the directory"
                                .formatted(Names.of(role), group, Names.of(role)));
            }
        });
    }

    private static String text(Fields fields, String field, String byDefault) {
        String text = fields.text(field, 100);
        return text == null ? byDefault : text;
    }

    private static @Nullable Place place(Fields fields, @Nullable Path directory) {
        String pattern = fields.text("userDn", LONGEST);
        String base = fields.text("searchBase", LONGEST);
        String filter = fields.text("searchFilter", LONGEST);
        String binder = fields.text("bindDn", LONGEST);
        boolean hasPassword = fields.has("bindPasswordFile");
        Path password = SecretFile.read(fields, "bindPasswordFile", directory);
        if ((binder == null) == hasPassword) {
            fields.fault("bindDn", "must be set together with bindPasswordFile");
        }
        if ((pattern == null) == (base == null)) {
            fields.fault("searchBase", "must be set, or userDn instead");
            return null;
        }
        if (pattern != null) {
            if (!pattern.contains(PERSON)) {
                fields.fault("userDn", "must contain {name}, such as uid={name},ou=people,dc=example,dc=org");
            }
            if (binder != null || filter != null) {
                fields.fault("userDn", "must not be set together with bindDn or searchFilter: nothing is searched");
            }
            return new Place.Pattern(pattern);
        }
        Optional<Binding> binding =
                binder == null || password == null ? Optional.empty() : Optional.of(new Binding(binder, password));
        return new Place.Search(base == null ? "" : base, Optional.ofNullable(filter), binding);
    }

    /** Passwords go there, so they must be encrypted where they leave the machine. */
    private static List<URI> servers(Fields fields, boolean isPlainAllowed) {
        List<URI> servers = new ArrayList<>();
        for (String text : fields.names("servers", MOST_SERVERS)) {
            Optional<URI> server = server(text);
            if (server.isEmpty()) {
                fields.fault("servers", "must be addresses such as ldaps://ldap.example.org, not " + text);
            } else if (!isPlainAllowed
                    && isPlain(server.get())
                    && !Loopback.isName(server.get().getHost())) {
                fields.fault(
                        "servers",
                        "must be encrypted, because passwords are sent there: write ldaps:// or set startTls: true, not "
                                + text);
            } else {
                servers.add(server.get());
            }
        }
        return servers;
    }

    private static boolean isPlain(URI server) {
        return "ldap".equals(server.getScheme());
    }

    private static Optional<URI> server(String text) {
        try {
            return Optional.of(URI.create(text))
                    .filter(server ->
                            server.getHost() != null && (isPlain(server) || "ldaps".equals(server.getScheme())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
