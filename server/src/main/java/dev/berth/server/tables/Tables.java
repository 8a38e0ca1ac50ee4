package dev.berth.server.tables;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.ReservationId;
import dev.berth.journal.Entry;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.postgres.JournalReader;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.site.Committed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of one site, in the schema {@code berth_report} beside its journal. Rows and the position in the journal are
 * written in one transaction, so that a crash neither loses nor doubles anything; several may follow at once.
 */
public final class Tables implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tables.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JournalReader journal;
    private final Connection connection;

    private Tables(JournalReader journal) {
        this.journal = journal;
        this.connection = journal.connection();
    }

    private record Position(long entry, long sum, long time) {}

    /** Opens the tables of a site, and makes them if they are not there. */
    static Tables open(PostgresAddress address) throws SQLException {
        JournalReader journal = reader(address);
        try {
            try (Statement statement = journal.connection().createStatement()) {
                // The journal is what must not be lost. These rows are written again if their commit is.
                statement.execute("SET synchronous_commit = off");
                // Should this process be stopped in between, others go on.
                statement.execute("SET idle_in_transaction_session_timeout = '30s'");
                statement.execute("SET lock_timeout = '30s'");
            }
            TablesSchema.create(journal.connection());
            return new Tables(journal);
        } catch (SQLException e) {
            journal.close();
            throw e;
        }
    }

    /**
     * Deletes the rows of a site and makes them again from the first entry of the journal. Instances may be using it.
     *
     * @param progress is told the number of entries so far
     * @return the number of the last entry
     * @throws JournalUnavailable if the database refuses
     */
    public static long rebuild(PostgresAddress address, LongConsumer progress) {
        try (Tables tables = open(address)) {
            tables.inTransaction(() -> {
                tables.position();
                TablesSchema.empty(tables.connection, tables.journal.site());
                return true;
            });
            long done = 0;
            for (long next = tables.step(0); next > done; next = tables.step(0)) {
                done = next;
                progress.accept(done);
            }
            return done;
        } catch (SQLException e) {
            throw new JournalUnavailable(
                    "the tables of " + address.name() + " cannot be rebuilt: " + e.getMessage(), e);
        }
    }

    /**
     * How far the tables are.
     *
     * @param entry the last one that is in them; 0 if there are no tables yet
     * @param last the last one of the journal
     */
    public record Progress(long entry, long last) {}

    /**
     * Looks how far the tables are, and changes nothing.
     *
     * @throws JournalUnavailable if the database refuses
     */
    public static Progress progress(PostgresAddress address) {
        try (JournalReader journal = reader(address)) {
            return new Progress(TablesSchema.exists(journal.connection()) ? entry(journal) : 0, journal.last());
        } catch (SQLException e) {
            throw new JournalUnavailable("the tables of " + address.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static long entry(JournalReader journal) throws SQLException {
        try (PreparedStatement query =
                journal.connection().prepareStatement("SELECT entry FROM berth_report.position WHERE site = ?")) {
            query.setLong(1, journal.site());
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getLong(1) : 0;
            }
        }
    }

    private static JournalReader reader(PostgresAddress address) throws SQLException {
        return JournalReader.open(address, PATIENCE)
                .orElseThrow(() ->
                        new JournalUnavailable(address.name() + " has no journal of the site " + address.site(), null));
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private <T> T inTransaction(Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.run();
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** The number of the last entry of the journal. */
    long last() throws SQLException {
        return journal.last();
    }

    /**
     * Takes in the next entries, at most a page of them.
     *
     * @param now of the site: nothing else has happened until then once all entries are in
     * @return the number of the last entry that is in the tables
     */
    long step(long now) throws SQLException {
        return inTransaction(() -> {
            Position position = position();
            if (position.entry > 0 && journal.sum(position.entry).orElse(position.sum + 1) != position.sum) {
                LOG.warn(
                        "the journal of site {} is not the one that its tables were made from; they are made again",
                        journal.name());
                TablesSchema.empty(connection, journal.site());
                position = position();
            }
            long last = journal.last();
            List<Entry> page = journal.page(position.entry, last);
            TableChanges changes = new TableChanges(position.time);
            if (!page.isEmpty()) {
                write(page, changes);
                position = new Position(
                        page.getLast().number(),
                        page.getLast().sum(),
                        page.getLast().time());
            }
            long seen = position.entry == last ? Math.max(now, position.time) : position.time;
            if (!page.isEmpty() || now > 0) {
                moveOn(position, seen);
            }
            return position.entry;
        });
    }

    private void write(List<Entry> page, TableChanges changes) throws SQLException {
        List<Committed> all = page.stream().map(TableChanges::read).toList();
        Set<Long> ids = new HashSet<>();
        Set<String> users = new HashSet<>();
        for (Committed committed : all) {
            for (Event event : committed.events()) {
                event.changes().stream().map(ReservationId::number).forEach(ids::add);
                TableChanges.user(event).ifPresent(users::add);
            }
        }
        Rows rows = new Rows(connection, journal.site());
        rows.load(changes, ids, users);
        all.forEach(changes::add);
        rows.write(changes);
    }

    /** Locks it: whoever else follows waits. */
    private Position position() throws SQLException {
        try (PreparedStatement begin = connection.prepareStatement(
                "INSERT INTO berth_report.position (site, name) VALUES (?, ?) ON CONFLICT (site) DO NOTHING")) {
            begin.setLong(1, journal.site());
            begin.setString(2, journal.name());
            begin.executeUpdate();
        }
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT entry, sum, time FROM berth_report.position WHERE site = ? FOR UPDATE")) {
            query.setLong(1, journal.site());
            try (ResultSet found = query.executeQuery()) {
                found.next();
                return new Position(
                        found.getLong(1),
                        found.getLong(2),
                        Rows.millis(found, 3).orElse(0L));
            }
        }
    }

    private void moveOn(Position position, long seen) throws SQLException {
        // A pool has a row for every hour, also for those in which nothing was booked.
        try (PreparedStatement hours = connection.prepareStatement("INSERT INTO berth_report.hour (site, pool, hour)"
                + " SELECT g.site, g.pool, each.hour FROM (SELECT site, pool, min(since) AS since FROM"
                + " berth_report.growth WHERE site = ? GROUP BY site, pool) g"
                + " JOIN berth_report.position p ON p.site = g.site"
                + " CROSS JOIN LATERAL generate_series(date_trunc('hour', greatest(p.seen, g.since), 'UTC'), ?,"
                + " interval '1 hour') AS each(hour) ON CONFLICT DO NOTHING")) {
            hours.setLong(1, journal.site());
            hours.setObject(2, Rows.time(seen));
            hours.executeUpdate();
        }
        try (PreparedStatement update = connection.prepareStatement("UPDATE berth_report.position SET name = ?,"
                + " entry = ?, sum = ?, time = ?, seen = greatest(seen, ?) WHERE site = ?")) {
            update.setString(1, journal.name());
            update.setLong(2, position.entry);
            update.setLong(3, position.sum);
            update.setObject(4, Rows.time(position.time));
            update.setObject(5, Rows.time(seen));
            update.setLong(6, journal.site());
            update.executeUpdate();
        }
    }

    @Override
    public void close() {
        journal.close();
    }
}
