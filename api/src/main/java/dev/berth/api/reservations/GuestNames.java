package dev.berth.api.reservations;

import dev.berth.service.sharing.Sharing;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import java.util.List;

/** Names of those whom a reservation is shared with, as requests have them: {@code ana}, {@code project:climate}. */
final class GuestNames {
    private GuestNames() {}

    /** The names in a field; none if it is absent. */
    static List<String> read(Fields fields, String field) {
        List<String> names = fields.optionalNames(field, Sharing.MOST);
        for (String name : names) {
            try {
                AccountNames.checked(
                        name.startsWith(Sharing.PROJECT) ? name.substring(Sharing.PROJECT.length()) : name);
            } catch (IllegalArgumentException e) {
                fields.fault(field, "must have names of accounts, or of projects as project:NAME");
            }
        }
        return names;
    }
}
