package dev.berth.service.signin.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.SearchResultEntry;
import dev.berth.service.settings.LdapSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The groups of a person in a directory. */
record DirectoryGroups(Set<DN> names) {
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
            return new DirectoryGroups(names);
        }
        String[] values = person.getAttributeValues(settings.attribute());
        for (String value : values == null ? new String[0] : values) {
            if (DN.isValidDN(value) && names.size() < MOST) {
                names.add(new DN(value));
            }
        }
        return new DirectoryGroups(names);
    }

    /** A group is named in full, or by the first part of its name, such as {@code staff} for {@code cn=staff,ou=groups}. */
    boolean has(String group) {
        if (group.indexOf('=') >= 0) {
            try {
                return names.contains(new DN(group));
            } catch (LDAPException e) {
                return false;
            }
        }
        return names.stream()
                .map(DN::getRDN)
                .anyMatch(first -> first != null && first.getAttributeValues()[0].equalsIgnoreCase(group));
    }
}
