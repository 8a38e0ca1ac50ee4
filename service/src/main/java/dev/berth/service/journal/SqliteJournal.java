package dev.berth.service.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A journal in a SQLite file in a data directory of its own. One connection writes; readers and backups have their own
 * and see the journal as it was when they began.
 */
public final class SqliteJournal implements Journal {
    static final String FILE = "journal.db";
    private static final String INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?)";
    private static final String ADVANCE = "UPDATE head SET last = ?";
    private static final int DELETED_AT_ONCE = 200;

    private final DataDirectory directory;
    private final String file;
    private final Connection writer;
    private final Checkpoints checkpoints;
    private final Archive archive;
    private PreparedStatement insert;
    private PreparedStatement advance;
    private long last;
    /** After a failure the file may, in theory, hold what was said not to be there: it is looked at before the next try. */
    private boolean inDoubt;

    private SqliteJournal(DataDirectory directory, Connection writer) throws SQLException {
        this.directory = directory;
        this.file = directory.file(FILE).toString();
        this.writer = writer;
        this.checkpoints = new Checkpoints(directory.file(FILE), this);
        this.archive = new Archive(directory.file("archive"));
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
        DataDirectory directory = DataDirectory.take(data);
        Path file = directory.file(FILE);
        Connection writer = null;
        try {
            writer = Sqlite.connect(file);
            Checkpoints.leaveOut(writer);
            Migrations.run(writer, file.toString());
            SqliteJournal journal = new SqliteJournal(directory, writer);
            journal.findEnd();
            journal.forgetParts();
            journal.deleteArchived();
            return journal;
        } catch (SQLException e) {
            release(directory, writer);
            throw Sqlite.whileReading(file.toString(), 0, e);
        } catch (IOException e) {
            release(directory, writer);
            throw new JournalUnavailable("cannot use " + data + " for data: " + e, e);
        } catch (RuntimeException e) {
            release(directory, writer);
            throw e;
        }
    }

    private static void release(DataDirectory directory, @Nullable Connection writer) {
        try (directory) {
            if (writer != null) {
                writer.close();
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
        long acknowledged = directory.acknowledged();
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
            return Migrations.number(statement, "SELECT last FROM head");
        }
    }

    /** Backs up a data directory that another process may have open; the file must not exist. */
    public static void backup(Path data, Path target) {
        Path journal = data.resolve(FILE);
        if (!Files.exists(journal)) {
            throw new UncheckedIOException(new NoSuchFileException(journal.toString()));
        }
        if (Files.exists(target)) {
            throw new UncheckedIOException(new FileAlreadyExistsException(target.toString()));
        }
        SqliteCopies.backup(journal, target);
    }

    /** Makes a data directory of a backup; refused unless the directory is empty or not there. */
    public static void restore(Path backup, Path data) {
        SqliteCopies.restore(backup, data);
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
            clearDoubt();
            try {
                statement.execute("BEGIN IMMEDIATE");
                write(entries);
                statement.execute("COMMIT");
            } catch (SQLException | RuntimeException e) {
                takeBack(statement);
                throw e;
            }
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
            clearDoubt();
            try {
                SnapshotParts.probe(writer);
            } catch (SQLException e) {
                takeBack(statement);
                throw e;
            }
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
        checkpoints.written(SnapshotParts.PART);
    }

    private void write(List<Entry> entries) throws SQLException {
        long next = last + 1;
        for (Entry entry : entries) {
            if (entry.number() != next++) {
                throw new IllegalArgumentException("entry " + entry.number() + " where " + (next - 1) + " is next");
            }
            EntryRows.insert(insert, entry);
        }
        advance.setLong(1, next - 1);
        advance.executeUpdate();
    }

    private void takeBack(Statement statement) {
        inDoubt = true;
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            // SQLite has rolled back by itself, as it does after some errors.
        }
    }

    private void clearDoubt() throws SQLException {
        if (inDoubt) {
            long found = recordedEnd();
            if (found != last) {
                throw new SQLException("after an error it ends at entry " + found + " instead of " + last
                        + "; restart to see what is there");
            }
            // The driver has closed the statement that failed.
            insert.close();
            advance.close();
            insert = writer.prepareStatement(INSERT);
            advance = writer.prepareStatement(ADVANCE);
            inDoubt = false;
        }
    }

    @Override
    public void read(long after, Consumer<Entry> reader) {
        read(after, Long.MAX_VALUE, reader);
    }

    void read(long after, long upTo, Consumer<Entry> reader) {
        try (Connection connection = Sqlite.connect(directory.file(FILE))) {
            EntryRows.read(connection, file, archive, after, upTo, reader);
        } catch (SQLException e) {
            throw Sqlite.whileReading(file, after + 1, e);
        }
    }

    @Override
    public void saveSnapshot(long upTo, SnapshotContent content) {
        try {
            long id;
            synchronized (this) {
                id = SnapshotParts.nextId(writer);
            }
            SnapshotStream stream = new SnapshotStream((part, bytes) -> writePart(id, part, bytes));
            content.writeTo(stream);
            SnapshotParts.Row row = stream.end(id, upTo);
            synchronized (this) {
                SnapshotParts.finish(writer, row);
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
            SnapshotParts.writePart(writer, id, part, bytes);
            checkpoints.written(bytes.length);
        } catch (SQLException e) {
            throw new IOException(e);
        }
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
                wasOne = SnapshotParts.forgetOne(writer);
            }
        }
    }

    @Override
    public Optional<SavedSnapshot> latestSnapshot() {
        Path path = directory.file(FILE);
        try (Connection connection = Sqlite.connect(path)) {
            List<SnapshotParts.Row> kept = SnapshotParts.all(connection);
            if (kept.isEmpty()) {
                return Optional.empty();
            }
            SnapshotParts.Row latest = kept.getFirst();
            if (latest.upTo() > last()) {
                throw new DamagedJournal(
                        file, last() + 1, "missing, but a snapshot has entries up to " + latest.upTo(), null);
            }
            if (!SnapshotParts.isWhole(connection, latest)) {
                throw new DamagedJournal(
                        file, latest.upTo(), "the snapshot up to this entry is not as it was written", null);
            }
            return Optional.of(new SavedSnapshot(latest.upTo(), () -> SnapshotParts.open(path, latest)));
        } catch (SQLException e) {
            throw Sqlite.whileReading(file, 0, e);
        }
    }

    @Override
    public long archived() {
        try (Connection connection = Sqlite.connect(directory.file(FILE));
                Statement statement = connection.createStatement()) {
            return Migrations.number(statement, "SELECT up_to FROM archived");
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
        try (Connection connection = Sqlite.connect(directory.file(FILE))) {
            return compaction.run(connection);
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
    }

    Archive archiveFiles() {
        return archive;
    }

    synchronized void noteArchived(long upTo) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.executeUpdate("UPDATE archived SET up_to = " + upTo);
        }
    }

    /** A few at a time, so that appends go on; whether there were any. */
    synchronized boolean deleteSomeArchived() throws SQLException {
        try (Statement statement = writer.createStatement()) {
            int deleted = statement.executeUpdate("DELETE FROM entry WHERE number IN (SELECT number FROM entry"
                    + " WHERE number <= (SELECT up_to FROM archived) ORDER BY number LIMIT " + DELETED_AT_ONCE + ")");
            checkpoints.written(deleted * 1_000L);
            return deleted > 0;
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
        backup(directory.file(""), target);
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
            writer.close();
        } catch (SQLException e) {
            throw Sqlite.whileWriting(file, e);
        }
    }
}
