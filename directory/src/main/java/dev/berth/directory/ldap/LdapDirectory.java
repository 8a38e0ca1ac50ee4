package dev.berth.directory.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPSearchException;
import com.unboundid.ldap.sdk.RDN;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import dev.berth.directory.ldap.LdapSettings.Place;
import dev.berth.service.signin.Directory;
import dev.berth.service.signin.Outsider;
import dev.berth.wire.SecretFile;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory that is asked by LDAP: whose entry has this name, whether the password is that of the entry, in which groups it is. */
public final class LdapDirectory implements Directory {
    private static final Logger LOG = LoggerFactory.getLogger(LdapDirectory.class);

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PASSWORD = 1_000;

    /** Results that say something about the directory, and nothing about the person. */
    private static final Set<ResultCode> OF_DIRECTORY = Set.of(
            ResultCode.BUSY,
            ResultCode.UNAVAILABLE,
            ResultCode.TIME_LIMIT_EXCEEDED,
            ResultCode.ADMIN_LIMIT_EXCEEDED,
            ResultCode.OPERATIONS_ERROR,
            ResultCode.PROTOCOL_ERROR,
            ResultCode.CONFIDENTIALITY_REQUIRED,
            ResultCode.STRONG_AUTH_REQUIRED,
            ResultCode.OTHER);

    private final LdapSettings settings;
    private final Connecting connecting;

    public LdapDirectory(LdapSettings settings) {
        this.settings = settings;
        this.connecting = new Connecting(settings);
    }

    @Override
    public Optional<Outsider> known(String name, String password) {
        // A bind without a password is anonymous, and succeeds whatever the name is.
        if (name.isEmpty()
                || name.length() > LONGEST_NAME
                || password.isEmpty()
                || password.length() > LONGEST_PASSWORD) {
            return Optional.empty();
        }
        try {
            return connecting.with(connection -> known(connection, name, password));
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("servers", settings.servers())
                    .addKeyValue("why", e.getMessage())
                    .log("The directory does not answer");
            throw Problem.of(
                            Code.OVERLOADED,
                            "The directory that knows this password does not answer; try again in a minute, or ask the"
                                    + " administrator of the site, whose log says why")
                    .toException();
        }
    }

    private Optional<Outsider> known(LDAPConnection connection, String name, String password)
            throws LDAPException, IOException {
        Optional<String> dn = dn(connection, name);
        if (dn.isEmpty() || !binds(connection, dn.get(), password)) {
            return Optional.empty();
        }
        // The account that searched for the person may read more than the person may.
        if (settings.people().place() instanceof Place.Search search) {
            bind(connection, search);
        }
        Entry person = connection.getEntry(
                dn.get(),
                settings.people().account(),
                settings.people().id(),
                settings.groups().attribute());
        if (person == null) {
            LOG.atWarn()
                    .addKeyValue("entry", dn.get())
                    .log("The directory does not show an entry to the account that reads it");
            return Optional.empty();
        }
        String account = Optional.ofNullable(
                        person.getAttributeValue(settings.people().account()))
                .orElse(name)
                .toLowerCase(Locale.ROOT);
        DirectoryGroups groups = DirectoryGroups.of(settings.groups(), person, account, this::searched, connection);
        return Optional.of(new Outsider(
                Directory.NAME, subject(person), account, settings.roles().of(groups::grants)));
    }

    /** Identifier of a person; without the attribute the name of the entry, so that a renamed person is another one here. */
    private String subject(Entry person) throws LDAPException {
        byte[] id = person.getAttributeValueBytes(settings.people().id());
        return id == null
                ? person.getParsedDN().toNormalizedString()
                : Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    private Optional<String> dn(LDAPConnection connection, String name) throws LDAPException, IOException {
        return switch (settings.people().place()) {
            case Place.Pattern pattern ->
                Optional.of(
                        pattern.of(new RDN("x", name).toMinimallyEncodedString().substring("x=".length())));
            case Place.Search search -> found(connection, search, name);
        };
    }

    /** With two entries of one name nobody can tell whose password it is. */
    private Optional<String> found(LDAPConnection connection, Place.Search search, String name)
            throws LDAPException, IOException {
        bind(connection, search);
        Filter named = Filter.createEqualityFilter(settings.people().account(), name);
        Filter filter = search.filter().isEmpty()
                ? named
                : Filter.createANDFilter(Filter.create(search.filter().get()), named);
        List<SearchResultEntry> entries = searched(connection, search.base(), filter, 2);
        if (entries.size() > 1) {
            LOG.atWarn()
                    .addKeyValue("attribute", settings.people().account())
                    .addKeyValue("account", name)
                    .log("The directory has several entries for one account");
        }
        return entries.size() == 1 ? Optional.of(entries.getFirst().getDN()) : Optional.empty();
    }

    /** Entries without their attributes; of too many, the first. */
    private List<SearchResultEntry> searched(LDAPConnection connection, String base, Filter filter, int most)
            throws LDAPException {
        int seconds = (int) Math.max(1, settings.timeout().toSeconds());
        SearchRequest request = new SearchRequest(
                base,
                SearchScope.SUB,
                DereferencePolicy.NEVER,
                most,
                seconds,
                false,
                filter,
                SearchRequest.NO_ATTRIBUTES);
        try {
            return Objects.requireNonNullElse(connection.search(request).getSearchEntries(), List.of());
        } catch (LDAPSearchException e) {
            if (e.getResultCode().equals(ResultCode.SIZE_LIMIT_EXCEEDED)) {
                return Objects.requireNonNullElse(e.getSearchEntries(), List.of());
            }
            throw e;
        }
    }

    private static void bind(LDAPConnection connection, Place.Search search) throws LDAPException, IOException {
        if (search.binding().isEmpty()) {
            connection.bind(new SimpleBindRequest());
            return;
        }
        LdapSettings.Binding binding = search.binding().get();
        String password = SecretFile.content(binding.passwordFile());
        if (password.isEmpty()) {
            throw new IOException(binding.passwordFile() + " is empty");
        }
        connection.bind(new SimpleBindRequest(binding.dn(), password));
    }

    private static boolean binds(LDAPConnection connection, String dn, String password) throws LDAPException {
        try {
            connection.bind(new SimpleBindRequest(new DN(dn), password));
            return true;
        } catch (LDAPException e) {
            // The rest is about the person: wrong, locked, expired, no such entry.
            if (e.getResultCode().isClientSideResultCode() || OF_DIRECTORY.contains(e.getResultCode())) {
                throw e;
            }
            return false;
        }
    }
}
