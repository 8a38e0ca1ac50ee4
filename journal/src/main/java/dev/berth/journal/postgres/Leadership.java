package dev.berth.journal.postgres;

import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalUnavailable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Right to write to a site: the row of the site names the leader and its term, and an append that names another term is
 * refused. The lease, by the clock of the database, only says when others may try; nothing is ever written because a lease
 * is believed to last.
 */
final class Leadership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    /** A fast clock ends reservations irrevocably. */
    private static final long MOST_SKEW = 500;

    private final PostgresAddress address;
    private final Timing timing;
    private final String me = UUID.randomUUID().toString();
    private final Thread renewing =
            Thread.ofPlatform().name("berth-lease").daemon().unstarted(this::renewAll);
    private long site;
    private volatile long term;
    /** When the last sign of life was sent that the database has confirmed. */
    private volatile long sent;

    private volatile boolean isLost;
    private volatile boolean isClosed;
    /** Name of the instance that is to lead next; empty for any. */
    private volatile String heir = "";

    private Leadership(PostgresAddress address, Timing timing) {
        this.address = address;
        this.timing = timing;
    }

    /** A leader and the last entry that it found. */
    record Taken(Leadership leadership, long last) {}

    /** Makes the site, if it is not there. */
    static void make(Connection connection, PostgresAddress address, boolean isWhole) throws SQLException {
        try (PreparedStatement create = connection.prepareStatement(
                "INSERT INTO berth.site (name, whole) VALUES (?, ?) ON CONFLICT DO NOTHING")) {
            create.setString(1, address.site());
            create.setBoolean(2, isWhole);
            create.executeUpdate();
        }
    }

    /**
     * Leads a site that is there from now on; whatever an earlier leader sends is refused.
     *
     * @param own where clients reach this instance; empty if there is nothing to tell
     * @param isWhole false while a copy is being made, which nobody may serve
     * @param clock of this machine, in milliseconds since the epoch
     * @throws JournalInUse if another one leads
     */
    static Taken take(
            Connection connection,
            PostgresAddress address,
            String own,
            boolean isWhole,
            Timing timing,
            LongSupplier clock)
            throws SQLException {
        checkClock(connection, address.name(), clock);
        Leadership leadership = new Leadership(address, timing);
        leadership.sent = System.nanoTime();
        try (PreparedStatement take =
                connection.prepareStatement("UPDATE berth.site SET term = term + 1, leader = ?, heir = '',"
                        + " address = ?, lease = clock_timestamp() + make_interval(secs => ?)"
                        + " WHERE name = ? AND lease < clock_timestamp() AND whole = ? RETURNING id, term, last")) {
            take.setString(1, leadership.me);
            take.setString(2, own);
            take.setDouble(3, seconds(timing.lease()));
            take.setString(4, address.site());
            take.setBoolean(5, isWhole);
            try (ResultSet found = take.executeQuery()) {
                if (!found.next()) {
                    throw refused(connection, address, isWhole);
                }
                leadership.site = found.getLong(1);
                leadership.term = found.getLong(2);
                long last = found.getLong(3);
                leadership.renewing.start();
                return new Taken(leadership, last);
            }
        }
    }

    private static RuntimeException refused(Connection connection, PostgresAddress address, boolean isWhole)
            throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT address, whole FROM berth.site WHERE name = ?")) {
            query.setString(1, address.site());
            try (ResultSet found = query.executeQuery()) {
                boolean exists = found.next();
                if (exists && found.getBoolean(2) != isWhole) {
                    return new JournalUnavailable(
                            isWhole
                                    ? "a copy into " + address.name()
                                            + " was interrupted; repeat it with berth journal copy"
                                    : address.name() + " is not empty; copy into an empty journal",
                            null);
                }
                String leader = exists ? found.getString(1) : "";
                return new JournalInUse(
                        address.name() + " is in use by " + (leader.isEmpty() ? "another instance" : leader), leader);
            }
        }
    }

    private static void checkClock(Connection connection, String name, LongSupplier clock) throws SQLException {
        long before = clock.getAsLong();
        try (PreparedStatement query =
                        connection.prepareStatement("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
                ResultSet found = query.executeQuery()) {
            found.next();
            long theirs = found.getLong(1);
            long after = clock.getAsLong();
            long skew = theirs < before ? before - theirs : Math.max(0, theirs - after);
            if (skew > MOST_SKEW) {
                throw new JournalUnavailable(
                        "the clock of this machine and that of " + name + " differ by " + skew
                                + " ms; set them with NTP",
                        null);
            }
        }
    }

    static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    long site() {
        return site;
    }

    long term() {
        return term;
    }

    boolean isLost() {
        return isLost;
    }

    void lose() {
        isLost = true;
    }

    /** Whether nobody else can lead yet: the lease has not ended, counted from before it was asked for. */
    boolean isCurrent() {
        return !isLost && System.nanoTime() - sent < timing.lease().toNanos();
    }

    /** Something that renews the lease was sent then, and has succeeded. */
    void renewed(long when) {
        sent = when;
    }

    /**
     * Raises the own term, so that whatever was sent with the former one is refused from now on; or notices that somebody
     * else leads, which has the same effect.
     *
     * @return the last entry
     */
    long fence(Connection connection) throws SQLException {
        long before = System.nanoTime();
        try (PreparedStatement fence = connection.prepareStatement("UPDATE berth.site SET term = term + 1,"
                + " lease = clock_timestamp() + make_interval(secs => ?) WHERE id = ? AND leader = ?"
                + " RETURNING term, last")) {
            fence.setDouble(1, seconds(timing.lease()));
            fence.setLong(2, site);
            fence.setString(3, me);
            try (ResultSet found = fence.executeQuery()) {
                if (!found.next()) {
                    isLost = true;
                    return 0;
                }
                term = found.getLong(1);
                long last = found.getLong(2);
                if (fence.getWarnings() != null) {
                    throw new SQLException("the database is not certain to keep this", "08007", fence.getWarnings());
                }
                sent = before;
                return last;
            }
        }
    }

    private void renewAll() {
        Connection connection = null;
        while (!isClosed && !isLost) {
            try {
                TimeUnit.MILLISECONDS.sleep(timing.lease().toMillis() / 6);
                if (System.nanoTime() - sent >= timing.lease().toNanos() / 3) {
                    connection = connection == null ? address.connect(Duration.ofSeconds(1)) : connection;
                    renew(connection);
                }
            } catch (SQLException | JournalUnavailable e) {
                LOG.debug("the lease of {} was not renewed: {}", address.name(), e.getMessage());
                close(connection);
                connection = null;
            } catch (InterruptedException e) {
                break;
            }
        }
        close(connection);
    }

    private void renew(Connection connection) throws SQLException {
        long before = System.nanoTime();
        if (prolong(connection) == 0) {
            isLost = true;
            LOG.atWarn().addKeyValue("journal", address.name()).log("Another instance leads the site now");
        } else {
            sent = before;
        }
    }

    private int prolong(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE berth.site SET"
                + " lease = clock_timestamp() + make_interval(secs => ?) WHERE id = ? AND leader = ?")) {
            update.setDouble(1, seconds(timing.lease()));
            update.setLong(2, site);
            update.setString(3, me);
            return update.executeUpdate();
        }
    }

    static void close(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // It is broken: there is nothing to close.
            }
        }
    }

    /** Whom to leave the site to; for a second the others let that instance go first. */
    void leaveTo(String server) {
        heir = server;
    }

    private void leave(Connection connection) throws SQLException {
        try (PreparedStatement leave = connection.prepareStatement(
                "UPDATE berth.site SET heir = ?," + " lease = clock_timestamp() WHERE id = ? AND leader = ?")) {
            leave.setString(1, heir);
            leave.setLong(2, site);
            leave.setString(3, me);
            leave.executeUpdate();
        }
    }

    /** Lets the next one lead at once. */
    @Override
    public void close() {
        isClosed = true;
        renewing.interrupt();
        try {
            renewing.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isLost) {
            return;
        }
        try (Connection connection = address.connect(Duration.ofSeconds(1))) {
            leave(connection);
        } catch (SQLException | JournalUnavailable e) {
            LOG.debug("the lease of {} ends by itself: {}", address.name(), e.getMessage());
        }
    }
}
