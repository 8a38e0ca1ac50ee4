package dev.berth.journal.postgres;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotContent;
import dev.berth.journal.sqlite.Verified;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a PostgreSQL database. Entries are appended by one function call in a transaction of its own, which names
 * the term of this leader and the entry it follows; snapshots and readers have connections of their own.
 */
public final class PostgresJournal implements Journal {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresJournal.class);

    /** How long a reader may wait for a page: a large journal is read while others write. */
    private static final Duration READING = Duration.ofSeconds(60);

    private final PostgresAddress address;
    private final Timing timing;
    private final Leadership leadership;
    private @Nullable Connection writer;
    private long last;

    private PostgresJournal(PostgresAddress address, Timing timing, Leadership.Taken taken, Connection writer) {
        this.address = address;
        this.timing = timing;
        this.leadership = taken.leadership();
        this.last = taken.last();
        this.writer = writer;
    }

    /**
     * Leads the site at an address; begins it if it is not there. Waits for the lease of a leader that has crashed.
     *
     * @throws JournalInUse if another instance leads, and goes on to lead
     */
    public static PostgresJournal open(PostgresAddress address) {
        long until = System.nanoTime() + Timing.USUAL.lease().plusSeconds(1).toNanos();
        while (true) {
            try {
                return lead(address, "");
            } catch (JournalInUse e) {
                if (System.nanoTime() > until) {
                    throw e;
                }
            }
            pause();
        }
    }

    /**
     * The same without waiting.
     *
     * @param own where clients reach this instance, for those who ask another one
     */
    public static PostgresJournal lead(PostgresAddress address, String own) {
        return lead(address, own, System::currentTimeMillis);
    }

    /**
     * The same by another clock than that of the process.
     *
     * @param clock of this machine, in milliseconds since the epoch; an instance whose clock is wrong must not lead
     */
    public static PostgresJournal lead(PostgresAddress address, String own, LongSupplier clock) {
        return lead(address, own, true, Timing.USUAL, clock);
    }

    /**
     * An empty journal that nobody can serve until it is {@linkplain #complete complete}. What an interrupted copy has left
     * goes.
     *
     * @throws JournalUnavailable if there is a journal with entries
     */
    public static PostgresJournal forCopy(PostgresAddress address) {
        try (Connection connection = address.connect(READING)) {
            Schema.update(connection, address.name());
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM berth.site WHERE name = ?"
                    + " AND (NOT whole OR last = 0) AND lease < clock_timestamp()")) {
                delete.setString(1, address.site());
                delete.executeUpdate();
            }
        } catch (SQLException e) {
            throw Failure.whileWriting(address.name(), e);
        }
        return lead(address, "", false, Timing.USUAL);
    }

    /** The copy is whole: it may be served. */
    public void complete() {
        writing(connection -> {
            try (PreparedStatement complete =
                    connection.prepareStatement("UPDATE berth.site SET whole = true WHERE id = ? AND term = ?")) {
                complete.setLong(1, leadership.site());
                complete.setLong(2, leadership.term());
                if (complete.executeUpdate() == 0) {
                    throw fenced(null);
                }
            }
        });
    }

    /**
     * Reads all of a journal that instances may be using, and changes nothing.
     *
     * @throws DamagedJournal at the first entry that is not as it was written, or missing
     */
    public static Verified verify(PostgresAddress address) {
        return reading(address, connection -> PostgresVerification.of(address, connection));
    }

    static PostgresJournal lead(PostgresAddress address, String own, boolean isWhole, Timing timing) {
        return lead(address, own, isWhole, timing, System::currentTimeMillis);
    }

    private static PostgresJournal lead(
            PostgresAddress address, String own, boolean isWhole, Timing timing, LongSupplier clock) {
        Connection connection = null;
        try {
            connection = address.connect(timing.answer());
            Schema.update(connection, address.name());
            Leadership.make(connection, address, isWhole);
            return lead(connection, address, own, isWhole, timing, clock);
        } catch (SQLException e) {
            Leadership.close(connection);
            throw new JournalUnavailable("cannot use " + address.name() + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            Leadership.close(connection);
            throw e;
        }
    }

    /**
     * Leads over a connection that is open, because clients wait: a new one takes many round trips. The connection is this
     * journal's from then on; if another instance leads, it stays the caller's.
     */
    static PostgresJournal lead(
            Connection connection,
            PostgresAddress address,
            String own,
            boolean isWhole,
            Timing timing,
            LongSupplier clock)
            throws SQLException {
        Leadership.Taken taken = Leadership.take(connection, address, own, isWhole, timing, clock);
        warn(connection, address);
        return new PostgresJournal(address, timing, taken, connection);
    }

    /** Only a warning: the leader must not fail because of it. */
    private static void warn(Connection connection, PostgresAddress address) {
        try {
            Replication.danger(connection, address.name()).ifPresent(LOG::warn);
        } catch (SQLException e) {
            LOG.warn("cannot see whether {} has standbys: {}", address.name(), e.getMessage());
        }
    }

    @Override
    public String name() {
        return address.name();
    }

    @Override
    public synchronized long last() {
        return last;
    }

    @Override
    public synchronized void append(List<Entry> entries) {
        // Also if there is nothing to write: a writer that idles learns so that it is no longer the one.
        checkLeading();
        if (entries.isEmpty()) {
            return;
        }
        long next = last + 1;
        for (Entry entry : entries) {
            if (entry.number() != next++) {
                throw new IllegalArgumentException("entry " + entry.number() + " where " + (next - 1) + " is next");
            }
        }
        Connection connection = writer();
        long term = leadership.term();
        long sent = System.nanoTime();
        try {
            EntryPages.append(connection, leadership, Leadership.seconds(timing.lease()), last, entries);
            leadership.renewed(sent);
        } catch (SQLException e) {
            if (Failure.isFenced(e)) {
                leadership.lose();
                throw fenced(e);
            }
            if (!Failure.isUnknown(e)) {
                throw Failure.whileWriting(name(), e);
            }
            settle(entries, term, e);
        }
        last += entries.size();
    }

    private Connection writer() {
        try {
            writer = writer == null ? address.connect(timing.answer()) : writer;
            return writer;
        } catch (SQLException e) {
            throw Failure.whileWriting(name(), e);
        }
    }

    private void checkLeading() {
        if (leadership.isLost()) {
            throw fenced(null);
        }
    }

    private JournalLost fenced(@Nullable Throwable cause) {
        return new JournalLost("another instance leads " + name() + " now; nothing was changed", false, cause);
    }

    /**
     * The answer to an append was lost. First the term is raised, so that the append cannot arrive later; then the journal
     * says whether it had arrived. Returns if it had.
     */
    private void settle(List<Entry> entries, long term, SQLException why) {
        Leadership.close(writer);
        writer = null;
        long until = System.nanoTime() + timing.settle().toNanos();
        while (true) {
            try {
                settleOnce(entries, term, why);
                return;
            } catch (SQLException e) {
                why.addSuppressed(e);
                if (System.nanoTime() > until) {
                    leadership.lose();
                    throw new JournalLost(
                            "the connection to " + name() + " was lost while this was being written, and it is not"
                                    + " known yet whether it was",
                            true,
                            why);
                }
            }
            pause();
        }
    }

    private void settleOnce(List<Entry> entries, long term, SQLException why) throws SQLException {
        Connection fresh = address.connect(timing.settle());
        boolean isKept = false;
        try {
            long found = leadership.fence(fresh);
            boolean isWritten = EntryPages.isWritten(fresh, leadership.site(), term, entries);
            if (!leadership.isLost()) {
                if (found != last + (isWritten ? entries.size() : 0)) {
                    throw new DamagedJournal(name(), last + 1, "it ends at entry " + found, null);
                }
                fresh.setNetworkTimeout(Runnable::run, (int) timing.answer().toMillis());
                writer = fresh;
                isKept = true;
            }
            if (!isWritten) {
                throw leadership.isLost() ? fenced(why) : Failure.whileWriting(name(), why);
            }
        } finally {
            if (!isKept) {
                Leadership.close(fresh);
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void leaveTo(String server) {
        leadership.leaveTo(server);
    }

    @Override
    public boolean isCurrent() {
        return leadership.isCurrent();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void probe() {
        checkLeading();
        writing(connection -> new PostgresSnapshots(connection, leadership.site()).probe(leadership.term()));
    }

    @Override
    public void read(long after, Consumer<Entry> reader) {
        reading(connection -> {
            EntryPages.read(connection, name(), leadership.site(), after, reader);
            return after;
        });
    }

    @Override
    public void saveSnapshot(long upTo, SnapshotContent content) {
        checkLeading();
        writing(connection ->
                new PostgresSnapshots(connection, leadership.site()).save(leadership.term(), upTo, content));
    }

    @Override
    public Optional<SavedSnapshot> latestSnapshot() {
        return reading(connection -> reader(connection).latestSnapshot());
    }

    @Override
    public Optional<SavedSnapshot> snapshotBefore() {
        return reading(connection -> reader(connection).snapshotBefore());
    }

    private SnapshotReader reader(Connection connection) {
        return new SnapshotReader(address, connection, leadership.site());
    }

    /** All entries stay in the database, which has room for them. */
    @Override
    public long archive(Retention retention) {
        return 0;
    }

    @Override
    public long archived() {
        return 0;
    }

    @Override
    public String setSnapshotAside() {
        return reading(connection -> "berth.snapshot of " + name() + ", id "
                + new PostgresSnapshots(connection, leadership.site()).setAside());
    }

    @Override
    public void backup(Path file) {
        SqliteBackup.write(this, file);
    }

    /** Work with a connection of its own. */
    interface Reading<T> {
        T with(Connection connection) throws SQLException;
    }

    private interface Writing {
        void with(Connection connection) throws SQLException, IOException;
    }

    private <T> T reading(Reading<T> work) {
        return reading(address, work);
    }

    static <T> T reading(PostgresAddress address, Reading<T> work) {
        try (Connection connection = address.connect(READING)) {
            return work.with(connection);
        } catch (SQLException e) {
            throw Failure.whileReading(address.name(), e);
        }
    }

    private void writing(Writing work) {
        try (Connection connection = address.connect(READING)) {
            work.with(connection);
        } catch (SQLException e) {
            throw Failure.whileWriting(name(), e);
        } catch (IOException e) {
            throw e.getCause() instanceof SQLException cause
                    ? Failure.whileWriting(name(), cause)
                    : new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        leadership.close();
        Leadership.close(writer);
        writer = null;
    }
}
