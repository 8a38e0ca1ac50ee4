package dev.berth.directory.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import com.unboundid.ldap.sdk.SearchResultEntry;
import dev.berth.service.account.Role;
import dev.berth.wire.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups of a person in a directory.
 *
 * @param base below which they were searched; empty if the person names them
 */
record DirectoryGroups(Set<DN> names, Optional<DN> base) {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryGroups.class);
    private static final int MOST = 10_000;

    DirectoryGroups {
        names = Set.copyOf(names);
    }

    /** Finds entries below a base. */
    interface Search {
        List<SearchResultEntry> found(LDAPConnection connection, String base, Filter filter, int most)
                throws LDAPException;
    }

    static DirectoryGroups of(
            LdapSettings.Groups settings, Entry person, String account, Search search, LDAPConnection connection)
            throws LDAPException {
        Set<DN> names = new HashSet<>();
        if (settings.base().isPresent()) {
            boolean isByAccount = settings.attribute().equalsIgnoreCase(LdapSettings.MEMBER_UID);
            Filter members = Filter.createEqualityFilter(settings.attribute(), isByAccount ? account : person.getDN());
            for (SearchResultEntry group :
                    search.found(connection, settings.base().get(), members, MOST)) {
                names.add(group.getParsedDN());
            }
            return new DirectoryGroups(names, Optional.of(new DN(settings.base().get())));
        }
        String[] values = person.getAttributeValues(settings.attribute());
        for (String value : values == null ? new String[0] : values) {
            if (DN.isValidDN(value) && names.size() < MOST) {
                names.add(new DN(value));
            }
        }
        return new DirectoryGroups(names, Optional.empty());
    }

    /**
     * Whether the person has a role by a group. The group is named in full or, as {@code staff} for {@code cn=staff,ou=groups},
     * by the first part of its name; a role above that of a user is given by such a short name only directly below the base.
     */
    boolean grants(String group, Role role) {
        if (LdapSettings.isFullName(group)) {
            try {
                return names.contains(new DN(group));
            } catch (LDAPException e) {
                return false;
            }
        }
        List<DN> named =
                names.stream().filter(name -> isFirstPart(group, name.getRDN())).toList();
        if (!LdapSettings.needsOneGroup(role)) {
            return !named.isEmpty();
        }
        boolean isGranted = named.stream().anyMatch(this::isDirectlyBelowBase);
        if (!isGranted && !named.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("group", group)
                    .addKeyValue("found", named)
                    .addKeyValue("role", Names.of(role))
                    .log(
                            "A group has the short name of another one and gives no role; write its full name in site.yaml if"
                                    + " it is meant");
        }
        return isGranted;
    }

    private boolean isDirectlyBelowBase(DN name) {
        return base.isPresent() && base.get().equals(name.getParent());
    }

    private static boolean isFirstPart(String group, @Nullable RDN first) {
        return first != null && !first.isMultiValued() && first.getAttributeValues()[0].equalsIgnoreCase(group);
    }
}
