package dev.berth.journal.postgres;

import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.instance.Instances;
import dev.berth.words.build.Build;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other instances of a site that this one is there, over a connection of its own, and learns whether it is to lead.
 * Nothing depends on it but who leads when several could: the row of the site alone says who does.
 */
public final class Presence implements Instances, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final long BETWEEN_BEATS = 500;
    /**
     * Milliseconds that an instance leads before it may hand over to a host with fewer sites: by then all have told what
     * they lead.
     */
    private static final long SETTLED = 5_000;

    private final PostgresAddress address;
    private final long site;
    private final Self self;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().name("berth-presence").daemon().unstarted(this::beatAll);
    /** Used by the thread, once it runs. */
    private @Nullable Connection beating;

    private volatile boolean leads;
    private volatile long since = System.currentTimeMillis();
    private volatile boolean isDrained;
    private volatile boolean hasOther;
    /** The instance of this site on a host that leads fewer sites; empty if there is none. */
    private volatile String heir = "";

    /**
     * How this instance is called.
     *
     * @param own where clients and the other instances reach it
     * @param version the number of the last entry that it knows
     */
    public record Self(String own, LongSupplier version) {
        /** Host and port. */
        public String name() {
            return own.replaceFirst("^https?://", "");
        }

        String host() {
            return name().replaceFirst(":[0-9]+$", "");
        }
    }

    public Presence(FollowedJournal journal, Self self) {
        this.address = journal.address();
        this.site = journal.site();
        this.self = self;
    }

    /** This instance answers from now on. Returns once the database has said whether it is to lead, or cannot be asked. */
    public void begin() {
        if (thread.getState() != Thread.State.NEW) {
            return;
        }
        beatOnce();
        thread.start();
    }

    /** This instance leads from now on, or follows. */
    public void leads(boolean now) {
        leads = now;
        since = System.currentTimeMillis();
    }

    /** Whether this instance may lead: one that is drained only if there is no other. */
    public boolean mayLead() {
        return !isDrained || !hasOther;
    }

    /** Whether this instance leads, and another one is to: this one is drained, or its host leads more sites than its share. */
    public boolean mustHandOver() {
        return leads && ((isDrained && hasOther) || !heir.isEmpty());
    }

    /** Name of the instance that is to lead next; empty for any. */
    public String heir() {
        return isDrained ? "" : heir;
    }

    private void beatAll() {
        while (!stopsWithin(BETWEEN_BEATS)) {
            beatOnce();
        }
        Leadership.close(beating);
    }

    private void beatOnce() {
        try {
            beating = beating == null ? connect() : beating;
            beat(beating);
        } catch (SQLException | JournalUnavailable e) {
            LOG.debug("not told that this instance is there: {}", e.getMessage());
            Leadership.close(beating);
            beating = null;
        }
    }

    private boolean stopsWithin(long millis) {
        try {
            return stop.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Beats may be lost: bookings must not wait for them. */
    private Connection connect() throws SQLException {
        Connection connection = address.connect(ANSWER);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
        }
        return connection;
    }

    private void beat(Connection connection) throws SQLException {
        long entry = self.version().getAsLong();
        try (PreparedStatement beat = connection.prepareStatement(
                "INSERT INTO berth.server (site, name, address, host, build, format, leads, since, entry, lag, seen)"
                        + " SELECT id, ?, ?, ?, ?, ?, ?, to_timestamp(? / 1000.0), ?, greatest(0, last - ?), clock_timestamp()"
                        + " FROM berth.site WHERE id = ?"
                        + " ON CONFLICT (site, name) DO UPDATE SET address = excluded.address,"
                        + " host = excluded.host, build = excluded.build, format = excluded.format,"
                        + " leads = excluded.leads, since = excluded.since, entry = excluded.entry,"
                        + " lag = excluded.lag, seen = excluded.seen, stopped = false RETURNING drained")) {
            beat.setString(1, self.name());
            beat.setString(2, self.own());
            beat.setString(3, self.host());
            beat.setString(4, Build.own().toString());
            beat.setInt(5, Schema.VERSION);
            beat.setBoolean(6, leads);
            beat.setLong(7, since);
            beat.setLong(8, entry);
            beat.setLong(9, entry);
            beat.setLong(10, site);
            try (ResultSet found = beat.executeQuery()) {
                drained(found.next() && found.getBoolean(1));
            }
        }
        lookForOthers(connection);
        boolean isSettled = leads && System.currentTimeMillis() - since > SETTLED;
        heir = isSettled ? lighter(connection) : "";
        if (leads) {
            forget(connection);
        }
    }

    /** Notes whether this instance is drained, and logs a change: a drain in the database is in no audit log. */
    private void drained(boolean now) {
        if (now != isDrained) {
            isDrained = now;
            LOG.atInfo()
                    .addKeyValue("instance", self.name())
                    .addKeyValue("journal", address.name())
                    .log(now ? "Instance drained: it leads no more" : "Instance resumed: it may lead again");
        }
    }

    private void lookForOthers(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT FROM berth.server WHERE site = ? AND name <> ? AND NOT drained AND " + InstanceRows.ALIVE)) {
            query.setLong(1, site);
            query.setString(2, self.name());
            try (ResultSet found = query.executeQuery()) {
                hasOther = found.next();
            }
        }
    }

    /**
     * The instance of this site on a host that leads at least two sites less than this one. Of the sites that could go there,
     * the first goes: several instances of this host must not leave at once for the same host.
     */
    private String lighter(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("WITH alive AS (SELECT * FROM berth.server WHERE "
                + InstanceRows.ALIVE
                + "), led AS (SELECT host, count(*) FILTER (WHERE leads) AS sites FROM alive GROUP BY host)"
                + " SELECT there.name FROM alive there JOIN led USING (host) WHERE there.site = ? AND NOT there.drained"
                + " AND led.sites + 2 <= (SELECT sites FROM led WHERE host = ?)"
                + " AND there.site = (SELECT min(mine.site) FROM alive mine JOIN alive other"
                + " ON other.site = mine.site AND other.host = there.host AND NOT other.drained"
                + " WHERE mine.host = ? AND mine.leads)"
                + " ORDER BY led.sites, there.lag, there.name LIMIT 1")) {
            query.setLong(1, site);
            query.setString(2, self.host());
            query.setString(3, self.host());
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getString(1) : "";
            }
        }
    }

    /** Instances that are not coming back. */
    private void forget(Connection connection) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "DELETE FROM berth.server WHERE site = ?"
                        + " AND seen < clock_timestamp() - CASE WHEN drained THEN interval '30 days' ELSE interval '1 day' END")) {
            delete.setLong(1, site);
            delete.executeUpdate();
        }
    }

    @Override
    public Standing standing() {
        return PostgresJournal.reading(address, connection -> InstanceRows.standing(connection, site));
    }

    @Override
    public boolean drain(String name, boolean drained) {
        return PostgresJournal.reading(address, connection -> {
            boolean isThere;
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE berth.server SET drained = ? WHERE site = ? AND name = ?")) {
                update.setBoolean(1, drained);
                update.setLong(2, site);
                update.setString(3, name);
                isThere = update.executeUpdate() > 0;
            }
            lookForOthers(connection);
            if (isThere && name.equals(self.name())) {
                drained(drained);
            }
            return isThere;
        });
    }

    /** The others know at once that this instance is gone. */
    @Override
    public void close() {
        stop.countDown();
        Connection connection = null;
        try {
            thread.join(ANSWER.toMillis());
            connection = connect();
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE berth.server SET stopped = true WHERE site = ? AND name = ?")) {
                update.setLong(1, site);
                update.setString(2, self.name());
                update.executeUpdate();
            }
        } catch (SQLException | JournalUnavailable e) {
            LOG.debug("not told that this instance is gone: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Leadership.close(connection);
        }
    }
}
