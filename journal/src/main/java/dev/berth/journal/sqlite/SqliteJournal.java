package dev.berth.journal.sqlite;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalSize;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotContent;
import dev.berth.journal.SnapshotStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a SQLite file in a data directory of its own. One connection writes; readers and backups have their own
 * and see the journal as it was when they began.
 */
public final class SqliteJournal implements Journal {
    static final String FILE = "journal.db";
    private static final String INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?)";
    private static final String ADVANCE = "UPDATE head SET last = ?";
    private static final int DELETED_AT_ONCE = 200;

    private static final Logger LOG = LoggerFactory.getLogger(SqliteJournal.class);

    private final DataDirectory directory;
    private final Disk disk;
    private final String file;
    private final Connection writer;
    private final Checkpoints checkpoints;
    private final Archive archive;
    private PreparedStatement insert;
    private PreparedStatement advance;
    private long last;
    /** After a failure the file may hold what was said not to be there: it is taken back before anything is written. */
    private boolean inDoubt;

    private SqliteJournal(DataDirectory directory, Connection writer, Disk disk, long checkpointEvery)
            throws SQLException {
        this.directory = directory;
        this.disk = disk;
        this.file = directory.file(FILE).toString();
        this.writer = writer;
        this.checkpoints = new Checkpoints(directory.file(FILE), this, disk, checkpointEvery);
        this.archive = new Archive(directory.file(DataDirectory.ARCHIVE), disk);
        this.insert = writer.prepareStatement(INSERT);
        this.advance = writer.prepareStatement(ADVANCE);
    }

    /**
     * Opens the journal of a data directory; makes both if they are not there.
     *
     * @throws JournalInUse if the directory is open elsewhere
     * @throws DamagedJournal if what was acknowledged is not there
     */
    public static SqliteJournal open(Path data) {
        return open(data, Disk.REAL);
    }

    /** The same, on a disk of one's own. */
    public static SqliteJournal open(Path data, Disk disk) {
        return open(data, disk, Checkpoints.BYTES);
    }

    static SqliteJournal open(Path data, Disk disk, long checkpointEvery) {
        DataDirectory directory = DataDirectory.take(data, disk);
        Path file = directory.file(FILE);
        Connection writer = null;
        try {
            SqliteCopies.checkNotInterrupted(directory.file(""));
            NativeLibrary.keepIn(directory.file(""));
            disk.at(CrashPoint.CREATE_FILE, () -> Privacy.file(file));
            writer = Sqlite.connect(file, disk);
            Checkpoints.leaveOut(writer, checkpointEvery);
            Migrations.run(writer, file.toString(), disk);
            SqliteJournal journal = new SqliteJournal(directory, writer, disk, checkpointEvery);
            journal.findEnd();
            journal.forgetLeftParts();
            journal.deleteArchived();
            journal.checkpoints.atStart();
            return journal;
        } catch (SQLException e) {
            release(directory, writer, disk);
            throw Sqlite.whileReading(file.toString(), 0, e);
        } catch (IOException e) {
            release(directory, writer, disk);
            throw new JournalUnavailable("cannot use " + data + " for data: " + e, e);
        } catch (RuntimeException e) {
            release(directory, writer, disk);
            throw e;
        }
    }

    private static void release(DataDirectory directory, @Nullable Connection writer, Disk disk) {
        try (directory) {
            if (writer != null) {
                Sqlite.close(writer, disk);
            }
        } catch (SQLException e) {
            // what is reported is why it could not be opened
        }
    }

    private void findEnd() throws SQLException, IOException {
        last = recordedEnd();
        try (Statement statement = writer.createStatement()) {
            long found = Migrations.number(statement, "SELECT coalesce(max(number), 0) FROM entry");
            if (found != last) {
                throw new DamagedJournal(
                        file, Math.min(found, last) + 1, "it ends at entry " + found + " instead of " + last, null);
            }
        }
        checkAcknowledged(file, last, directory.acknowledged());
    }

    /** That all is there that was ever acknowledged. */
    static void checkAcknowledged(String file, long last, long acknowledged) {
        if (acknowledged > last) {
            throw new DamagedJournal(
                    file,
                    last + 1,
                    "entries up to " + acknowledged + " were acknowledged, but it ends at entry " + last
                            + "; its write-ahead log may be damaged or missing",
                    null);
        }
    }

    private long recordedEnd() throws SQLException {
        try (Statement statement = writer.createStatement()) {
            return disk.at(CrashPoint.FIND_END, () -> Migrations.number(statement, "SELECT last FROM head"));
        }
    }

    /** A damaged snapshot must not keep the entries from being read: who wants it is told. */
    private void forgetLeftParts() throws SQLException {
        try {
            forgetParts();
        } catch (SQLException e) {
            if (!Sqlite.isDamage(e)) {
                throw e;
            }
            LOG.warn("{}: what an unfinished snapshot has left cannot be removed: {}", file, e.getMessage());
        }
    }

    /**
     * Backs up a data directory that another process may have open; the file must not exist. What was written is read
     * again and checked before it gets its name.
     *
     * @return what the backup holds
     * @throws DamagedJournal if the journal is damaged; no file is left
     */
    public static Verified backup(Path data, Path target) {
        return SqliteCopies.backup(data, target, Disk.REAL);
    }

    /** Makes a data directory of a backup that was checked; refused unless the directory is empty or not there. */
    public static Verified restore(Path backup, Path data) {
        return SqliteCopies.restore(backup, data, Disk.REAL);
    }

    /**
     * Reads all of a data directory that another process may have open, and changes nothing.
     *
     * @throws DamagedJournal at the first entry that is not as it was written, or missing
     */
    public static Verified verify(Path data) {
        return Verified.ofData(data, Disk.REAL);
    }

    /** The same of a backup. */
    public static Verified verifyBackup(Path backup) {
        return Verified.ofBackup(backup, Disk.REAL);
    }

    @Override
    public String name() {
        return file;
    }

    @Override
    public synchronized long last() {
        return last;
    }

    @Override
    public synchronized void append(List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        try (Statement statement = writer.createStatement()) {
            settle(statement);
            try {
                Sqlite.execute(disk, CrashPoint.APPEND_BEGIN, statement, "BEGIN IMMEDIATE");
                write(entries);
            } catch (SQLException | RuntimeException e) {
                takeBack(statement);
                throw e;
            }
            commit(statement);
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
        last += entries.size();
        directory.acknowledge(last);
        checkpoints.written(
                entries.stream().mapToLong(entry -> entry.body().length).sum());
    }

    @Override
    public synchronized void probe() {
        try (Statement statement = writer.createStatement()) {
            settle(statement);
            try {
                disk.at(CrashPoint.PROBE, () -> {
                    SnapshotParts.probe(writer);
                    return true;
                });
            } catch (SQLException e) {
                takeBack(statement);
                throw e;
            }
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
        checkpoints.written(SnapshotStream.PART);
    }

    /** A commit that failed may be found after a crash all the same, unless it is overwritten first. */
    private void commit(Statement statement) throws SQLException {
        try {
            Sqlite.execute(disk, CrashPoint.APPEND_COMMIT, statement, "COMMIT");
        } catch (SQLException e) {
            takeBack(statement);
            try {
                settle(statement);
            } catch (SQLException settling) {
                e.addSuppressed(settling);
            }
            throw Sqlite.whileWriting(file, e, inDoubt && Sqlite.mayBeWritten(e));
        }
    }

    private void write(List<Entry> entries) throws SQLException {
        long next = last + 1;
        for (Entry entry : entries) {
            if (entry.number() != next++) {
                throw new IllegalArgumentException("entry " + entry.number() + " where " + (next - 1) + " is next");
            }
            disk.at(CrashPoint.APPEND_ENTRY, () -> EntryRows.insert(insert, entry));
        }
        advance.setLong(1, next - 1);
        disk.at(CrashPoint.APPEND_HEAD, () -> advance.executeUpdate());
    }

    private void takeBack(Statement statement) {
        inDoubt = true;
        try {
            Sqlite.execute(disk, CrashPoint.ROLLBACK, statement, "ROLLBACK");
        } catch (SQLException e) {
            // SQLite has rolled back by itself, as it does after some errors, or it is done by settle().
        }
    }

    /**
     * After a failure: makes the file what it was said to be. The log may hold a commit that failed to be synced, which
     * would count after a crash; the write here takes its place.
     */
    private void settle(Statement statement) throws SQLException {
        if (!inDoubt) {
            return;
        }
        takeBack(statement);
        // In case it failed while the schema was being mended: this connection must not remember half of that.
        statement.execute("PRAGMA writable_schema = RESET");
        try {
            Sqlite.execute(disk, CrashPoint.SETTLE_BEGIN, statement, "BEGIN IMMEDIATE");
            Sqlite.execute(disk, CrashPoint.SETTLE_CHANGE, statement, "DELETE FROM entry WHERE number > " + last);
            Sqlite.execute(disk, CrashPoint.SETTLE_CHANGE, statement, "UPDATE head SET last = " + last);
            Sqlite.execute(disk, CrashPoint.SETTLE_COMMIT, statement, "COMMIT");
        } catch (SQLException e) {
            takeBack(statement);
            throw e;
        }
        // The driver has closed the statement that failed.
        insert.close();
        advance.close();
        insert = writer.prepareStatement(INSERT);
        advance = writer.prepareStatement(ADVANCE);
        inDoubt = false;
    }

    @Override
    public void read(long after, Consumer<Entry> reader) {
        read(after, Long.MAX_VALUE, reader);
    }

    void read(long after, long upTo, Consumer<Entry> reader) {
        try {
            Connection connection = Sqlite.connect(directory.file(FILE), disk);
            try {
                EntryRows.read(connection, file, archive, after, upTo, reader, disk);
            } finally {
                Sqlite.close(connection, disk);
            }
        } catch (SQLException e) {
            throw Sqlite.whileReading(file, after + 1, e);
        }
    }

    @Override
    public void saveSnapshot(long upTo, SnapshotContent content) {
        try {
            // A save that failed may have left its parts: the disk was still broken when they were to go.
            settle();
            forgetParts();
            long id = nextSnapshot();
            SnapshotStream stream = new SnapshotStream((part, bytes) -> writePart(id, part, bytes));
            content.writeTo(stream);
            stream.end();
            SnapshotParts.Row row = new SnapshotParts.Row(id, upTo, stream.length(), stream.parts(), stream.sum());
            synchronized (this) {
                disk.at(CrashPoint.SNAPSHOT_FINISH, () -> {
                    SnapshotParts.finish(writer, row);
                    return true;
                });
            }
            forgetParts();
        } catch (SQLException e) {
            abandonSnapshot();
            throw Sqlite.whileWriting(file, e);
        } catch (IOException e) {
            abandonSnapshot();
            throw e.getCause() instanceof SQLException cause
                    ? Sqlite.whileWriting(file, cause)
                    : new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            abandonSnapshot();
            throw e;
        }
    }

    private synchronized void writePart(long id, int part, byte[] bytes) throws IOException {
        try {
            disk.at(CrashPoint.SNAPSHOT_PART, () -> {
                SnapshotParts.writePart(writer, id, part, bytes);
                return true;
            });
            checkpoints.written(bytes.length);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private synchronized void settle() throws SQLException {
        try (Statement statement = writer.createStatement()) {
            settle(statement);
        }
    }

    private synchronized long nextSnapshot() throws SQLException {
        return disk.at(CrashPoint.SNAPSHOT_ID, () -> SnapshotParts.nextId(writer));
    }

    private synchronized void abandonSnapshot() {
        try (Statement statement = writer.createStatement()) {
            takeBack(statement);
            forgetParts();
        } catch (SQLException e) {
            // They are forgotten when the journal is opened the next time.
        }
    }

    /** Part by part, for the same reason as they are written so. */
    private void forgetParts() throws SQLException {
        boolean wasOne = true;
        while (wasOne) {
            synchronized (this) {
                wasOne = disk.at(CrashPoint.SNAPSHOT_FORGET, () -> SnapshotParts.forgetOne(writer));
            }
        }
    }

    @Override
    public Optional<SavedSnapshot> latestSnapshot() {
        KeptSnapshots kept = kept(1);
        kept.damage().ifPresent(damage -> {
            throw damage;
        });
        kept.whole().stream().filter(row -> row.upTo() > last()).findFirst().ifPresent(row -> {
            throw new DamagedJournal(file, last() + 1, "missing, but a snapshot has entries up to " + row.upTo(), null);
        });
        return kept.whole().stream().findFirst().map(this::saved);
    }

    @Override
    public Optional<SavedSnapshot> snapshotBefore() {
        return kept(SnapshotParts.GENERATIONS).before().map(this::saved);
    }

    private SavedSnapshot saved(SnapshotParts.Row row) {
        return new SavedSnapshot(row.upTo(), () -> SnapshotParts.open(directory.file(FILE), row));
    }

    private KeptSnapshots kept(int most) {
        try {
            Connection connection = Sqlite.connect(directory.file(FILE), disk);
            try {
                return KeptSnapshots.read(connection, file, most, disk);
            } finally {
                Sqlite.close(connection, disk);
            }
        } catch (SQLException e) {
            throw Sqlite.whileReading(file, 0, e);
        }
    }

    @Override
    public synchronized String setSnapshotAside() {
        try (Statement statement = writer.createStatement()) {
            settle(statement);
            try {
                KeptSnapshots kept = KeptSnapshots.read(writer, file, SnapshotParts.GENERATIONS, disk);
                return SnapshotAside.move(directory, writer, kept, disk).toString();
            } catch (SQLException e) {
                takeBack(statement);
                throw e;
            }
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        } catch (IOException e) {
            throw new JournalUnavailable("cannot keep the damaged snapshot of " + file + " aside: " + e, e);
        }
    }

    @Override
    public long archived() {
        try (Connection connection = Sqlite.connect(directory.file(FILE), disk);
                Statement statement = connection.createStatement()) {
            return Migrations.archived(statement);
        } catch (SQLException e) {
            throw Sqlite.whileReading(file, 0, e);
        }
    }

    @Override
    public long archive(Retention retention) {
        return archive(new Compaction(this, archive, retention));
    }

    /** For tests: with a compaction of their own. */
    long archive(Compaction compaction) {
        try {
            // If it was interrupted while it took note, what the log says of that must not count later.
            settle();
            Connection connection = Sqlite.connect(directory.file(FILE), disk);
            try {
                return compaction.run(connection);
            } finally {
                Sqlite.close(connection, disk);
            }
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
    }

    Archive archiveFiles() {
        return archive;
    }

    synchronized void noteArchived(long upTo) throws SQLException {
        change(CrashPoint.ARCHIVE_NOTE, "UPDATE archived SET up_to = " + upTo);
    }

    /** A few at a time, so that appends go on; whether there were any. */
    synchronized boolean deleteSomeArchived() throws SQLException {
        int deleted = change(
                CrashPoint.ARCHIVE_DELETE,
                "DELETE FROM entry WHERE number IN (SELECT number FROM entry"
                        + " WHERE number <= (SELECT up_to FROM archived) ORDER BY number LIMIT " + DELETED_AT_ONCE
                        + ")");
        if (deleted > 0) {
            checkpoints.written(deleted * 1_000L);
        }
        return deleted > 0;
    }

    private synchronized int change(CrashPoint point, String sql) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            settle(statement);
            try {
                return disk.at(point, () -> statement.executeUpdate(sql));
            } catch (SQLException e) {
                takeBack(statement);
                throw e;
            }
        }
    }

    private void deleteArchived() throws SQLException {
        boolean wereSome = true;
        while (wereSome) {
            wereSome = deleteSomeArchived();
        }
    }

    @Override
    public void backup(Path target) {
        SqliteCopies.backup(directory.file(""), target, disk);
    }

    @Override
    public Optional<JournalSize> size() {
        try {
            return Optional.of(new JournalSize(Files.size(directory.file(FILE)), checkpoints.bytes()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    /** For tests: a disk that is full or read-only is one whose writer SQLite was told so. */
    synchronized void pragma(String pragma) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA " + pragma);
        }
    }

    @Override
    public void close() {
        checkpoints.close();
        closeWriter();
    }

    private synchronized void closeWriter() {
        try (directory) {
            insert.close();
            advance.close();
            Sqlite.close(writer, disk);
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
    }
}
