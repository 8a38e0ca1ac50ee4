package dev.berth.journal.postgres;

import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.UnreadableSnapshot;
import dev.berth.journal.sqlite.Verified;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads all of a journal and compares it with its check sums. */
final class PostgresVerification {
    private PostgresVerification() {}

    static Verified of(PostgresAddress address, Connection connection) throws SQLException {
        long site = site(address, connection);
        long[] last = {0};
        EntryPages.read(connection, address.name(), site, 0, entry -> last[0] = entry.number());
        PostgresSnapshots snapshots = new PostgresSnapshots(connection, site);
        Optional<Long> whole = Optional.empty();
        Optional<UnreadableSnapshot> damage = Optional.empty();
        for (PostgresSnapshots.Row row : snapshots.rows()) {
            if (snapshots.isWhole(row)) {
                whole = whole.or(() -> Optional.of(row.upTo()));
            } else {
                damage = damage.or(() -> Optional.of(new UnreadableSnapshot(
                        address.name(), row.upTo(), "the snapshot up to this entry is not as it was written", null)));
            }
        }
        return new Verified(address.name(), 0, last[0], whole, damage, List.of());
    }

    private static long site(PostgresAddress address, Connection connection) throws SQLException {
        OptionalLong found = JournalReader.site(address, connection);
        if (found.isPresent()) {
            return found.getAsLong();
        }
        throw new JournalUnavailable(address.name() + " has no journal of the site " + address.site(), null);
    }
}
