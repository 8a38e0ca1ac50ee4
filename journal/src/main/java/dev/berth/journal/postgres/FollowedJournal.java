package dev.berth.journal.postgres;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.ReadableJournal;
import dev.berth.journal.SavedSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A journal in a PostgreSQL database that another instance writes, read again and again over one connection. It is used by one
 * thread.
 */
public final class FollowedJournal implements ReadableJournal, AutoCloseable {
    /** A database that does not answer for so long is as good as gone: another connection may be better. */
    private static final Duration ANSWER = Duration.ofSeconds(1);
    /** To connect takes many answers, on a machine that may be busy. */
    private static final Duration CONNECT = Duration.ofSeconds(2);
    /** The first time the driver has to be loaded as well, and nobody waits for an instance that has just been started. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private final PostgresAddress address;
    private final String name;
    private final long site;
    private final String secret;
    private @Nullable Connection connection;
    /** The last entry that was read: what comes next must follow the very same. */
    private long lastNumber;

    private long lastSum;

    private FollowedJournal(PostgresAddress address, String name, long site, String secret) {
        this.address = address;
        this.name = name;
        this.site = site;
        this.secret = secret;
    }

    /**
     * How a site stands.
     *
     * @param last the number of its last entry
     * @param leader where the leader is reached; empty if it did not say
     * @param isVacant whether nobody leads, and this instance may
     */
    public record Head(long last, long term, String leader, boolean isVacant) {}

    /**
     * Finds the site at an address; begins it if it is not there.
     *
     * @param name of this instance
     * @throws JournalUnavailable if the database cannot be used now
     */
    public static FollowedJournal open(PostgresAddress address, String name) {
        try (Connection connection = address.connect(FIRST)) {
            Schema.update(connection, address.name());
            try (PreparedStatement create =
                    connection.prepareStatement("INSERT INTO berth.site (name) VALUES (?) ON CONFLICT DO NOTHING")) {
                create.setString(1, address.site());
                create.executeUpdate();
            }
            try (PreparedStatement make = connection.prepareStatement(
                    "INSERT INTO berth.peer (site) SELECT id FROM berth.site WHERE name = ? ON CONFLICT DO NOTHING")) {
                make.setString(1, address.site());
                make.executeUpdate();
            }
            try (PreparedStatement find = connection.prepareStatement(
                    "SELECT id, secret, whole FROM berth.site JOIN berth.peer ON site = id WHERE name = ?")) {
                find.setString(1, address.site());
                try (ResultSet found = find.executeQuery()) {
                    if (!found.next() || !found.getBoolean(3)) {
                        throw new JournalUnavailable(
                                "a copy into " + address.name() + " was interrupted or is being made; wait for it, or"
                                        + " repeat it with berth journal copy",
                                null);
                    }
                    return new FollowedJournal(address, name, found.getLong(1), found.getString(2));
                }
            }
        } catch (SQLException e) {
            throw new JournalUnavailable("cannot use " + address.name() + ": " + e.getMessage(), e);
        }
    }

    /** Shared secret by which the instances of the site recognize each other. */
    public String secret() {
        return secret;
    }

    long site() {
        return site;
    }

    PostgresAddress address() {
        return address;
    }

    @Override
    public String name() {
        return address.name();
    }

    /** How the site stands now. */
    public Head head() {
        return asked(now -> {
            try (PreparedStatement query = now.prepareStatement(
                    "SELECT last, term, address, lease < clock_timestamp() - CASE WHEN heir IN ('', ?)"
                            + " THEN interval '0' ELSE interval '1 second' END FROM berth.site WHERE id = ?")) {
                query.setString(1, name);
                query.setLong(2, site);
                try (ResultSet found = query.executeQuery()) {
                    if (!found.next()) {
                        throw new DamagedJournal(name(), 1, "the site was deleted", null);
                    }
                    return new Head(found.getLong(1), found.getLong(2), found.getString(3), found.getBoolean(4));
                }
            }
        });
    }

    /**
     * Leads from now on, over the connection that is open.
     *
     * @param own where clients reach this instance
     * @param clock of this machine, in milliseconds since the epoch; an instance whose clock is wrong must not lead
     * @throws dev.berth.journal.JournalInUse if another one leads
     */
    public PostgresJournal lead(String own, LongSupplier clock) {
        return asked(now -> {
            // A commit may have to wait for a standby.
            answersWithin(now, Timing.USUAL.answer());
            try {
                PostgresJournal leading = PostgresJournal.lead(now, address, own, true, Timing.USUAL, clock);
                connection = null;
                return leading;
            } finally {
                if (connection != null) {
                    answersWithin(now, ANSWER);
                }
            }
        });
    }

    /** Some of the entries after a number that was read before, in order; empty if there are none. */
    public List<Entry> next(long after) {
        return asked(now -> {
            long last = EntryPages.last(now, site);
            if (last < after) {
                throw new DamagedJournal(name(), last + 1, "missing; there were entries up to " + after, null);
            }
            if (last == after) {
                return List.of();
            }
            List<Entry> page = EntryPages.page(now, name(), site, Math.max(0, after - 1), last);
            if (after == 0) {
                return remembered(page);
            }
            if (lastNumber == after && page.getFirst().sum() != lastSum) {
                throw new DamagedJournal(name(), after, "it was another one before", null);
            }
            return remembered(page.subList(1, page.size()));
        });
    }

    private List<Entry> remembered(List<Entry> page) {
        if (!page.isEmpty()) {
            lastNumber = page.getLast().number();
            lastSum = page.getLast().sum();
        }
        return List.copyOf(page);
    }

    private static void answersWithin(Connection connection, Duration time) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, (int) time.toMillis());
    }

    /** Work with the connection that is open, or a new one; one that fails is given up. */
    <T> T asked(PostgresJournal.Reading<T> work) {
        try {
            Connection now = connection;
            if (now == null) {
                now = address.connect(CONNECT);
                connection = now;
                answersWithin(now, ANSWER);
            }
            return work.with(now);
        } catch (SQLException e) {
            close();
            throw Failure.whileReading(name(), e);
        }
    }

    @Override
    public long last() {
        return head().last();
    }

    @Override
    public void read(long after, Consumer<Entry> reader) {
        PostgresJournal.reading(address, fresh -> {
            EntryPages.read(fresh, name(), site, after, reader);
            return after;
        });
    }

    @Override
    public Optional<SavedSnapshot> latestSnapshot() {
        return PostgresJournal.reading(address, fresh -> new SnapshotReader(address, fresh, site).latestSnapshot());
    }

    @Override
    public Optional<SavedSnapshot> snapshotBefore() {
        return PostgresJournal.reading(address, fresh -> new SnapshotReader(address, fresh, site).snapshotBefore());
    }

    /** Left to the leader: those who only read change nothing. */
    @Override
    public String setSnapshotAside() {
        return "berth.snapshot of " + name();
    }

    @Override
    public void close() {
        Leadership.close(connection);
        connection = null;
    }
}
