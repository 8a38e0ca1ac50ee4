package dev.berth.journal.postgres;

import dev.berth.journal.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the entries of a site that another instance may lead, over a connection of its own, which its user may also use to
 * write down in one transaction what follows from them.
 */
public final class JournalReader implements AutoCloseable {
    private final PostgresAddress address;
    private final Connection connection;
    private final long site;

    private JournalReader(PostgresAddress address, Connection connection, long site) {
        this.address = address;
        this.connection = connection;
        this.site = site;
    }

    /**
     * Opens the journal at an address.
     *
     * @return empty if there is no such site
     */
    public static Optional<JournalReader> open(PostgresAddress address, Duration patience) throws SQLException {
        Connection connection = address.connect(patience);
        try {
            OptionalLong site = site(address, connection);
            if (site.isPresent()) {
                return Optional.of(new JournalReader(address, connection, site.getAsLong()));
            }
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        connection.close();
        return Optional.empty();
    }

    static OptionalLong site(PostgresAddress address, Connection connection) throws SQLException {
        if (Schema.version(connection) > 0) {
            try (PreparedStatement query = connection.prepareStatement("SELECT id FROM berth.site WHERE name = ?")) {
                query.setString(1, address.site());
                try (ResultSet found = query.executeQuery()) {
                    if (found.next()) {
                        return OptionalLong.of(found.getLong(1));
                    }
                }
            }
        }
        return OptionalLong.empty();
    }

    public Connection connection() {
        return connection;
    }

    /** The number of the site in the database. */
    public long site() {
        return site;
    }

    public String name() {
        return address.site();
    }

    /** The number of the last entry. */
    public long last() throws SQLException {
        return EntryPages.last(connection, site);
    }

    /** The next entries after a number, in order; as many as one reads at once. */
    public List<Entry> page(long after, long upTo) throws SQLException {
        return EntryPages.page(connection, address.name(), site, after, upTo);
    }

    /** The check sum of an entry: whether it is still the one that was read before. */
    public OptionalLong sum(long number) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT sum FROM berth.entry WHERE site = ? AND number = ?")) {
            query.setLong(1, site);
            query.setLong(2, number);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? OptionalLong.of(found.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    @Override
    public void close() {
        Leadership.close(connection);
    }
}
