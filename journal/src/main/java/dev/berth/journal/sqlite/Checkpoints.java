package dev.berth.journal.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the write-ahead log home into the file, beside the writer. SQLite would do it in the commit that fills the log,
 * and all clients of that commit would wait for all of it.
 */
final class Checkpoints implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /**
     * Bytes appended since the last checkpoint that trigger the next, and length of the log when it is begun anew. A checkpoint
     * writes each page once, however often it is in the log, and syncs the file while bookings wait to be synced: with 4 MB
     * there was one every second or two under load.
     */
    static final long BYTES = 16 << 20;

    private static final long PAGE = 4096;
    /**
     * Bytes that a commit adds to the log in addition to its entries: SQLite writes whole pages, that of the end and that of
     * the last entries. If they were not counted, small commits would fill the log unnoticed: 4,000 of them with 1.6 MB of
     * entries made 37 MB.
     */
    private static final long PER_COMMIT = 2 * PAGE;

    private final Path file;
    private final Object appends;
    private final Disk disk;
    private final long every;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().name("berth-checkpoints").daemon().unstarted(task));
    private final AtomicBoolean isAtWork = new AtomicBoolean();
    private long written;

    /**
     * Checkpoints of a file.
     *
     * @param appends the monitor that appends hold
     * @param every after how many bytes
     */
    Checkpoints(Path file, Object appends, Disk disk, long every) {
        this.file = file;
        this.appends = appends;
        this.disk = disk;
        this.every = every;
    }

    /**
     * Keeps SQLite from doing it in a commit of this connection. Where the log is begun anew it is written over, because that is
     * faster to sync than a file that grows; what is longer than usual, such as after a backup under load, is cut off.
     *
     * @param every to which length
     */
    static void leaveOut(Connection writer, long every) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA wal_autocheckpoint = 0");
            statement.execute("PRAGMA journal_size_limit = " + every);
        }
    }

    /**
     * Brings a long log home before anything else is done. An instance that is killed again and again writes little each time: without
     * this the log would grow from one start to the next, and every start would take longer. A disk that is full does not keep
     * anybody from starting: reading, cancelling and finishing go on.
     */
    void atStart() {
        try {
            if (bytes() >= every) {
                onConnection(this::checkpoint);
            }
        } catch (SQLException | IOException e) {
            staysLong(e);
        }
    }

    /** Size of the log in bytes; 0 if there is none. */
    long bytes() throws IOException {
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        try {
            return Files.size(log);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** Takes the steps of a checkpoint. */
    private interface Steps {
        void on(Connection connection) throws SQLException;
    }

    private void onConnection(Steps steps) throws SQLException {
        Connection connection = Sqlite.connect(file, disk);
        try {
            steps.on(connection);
        } finally {
            Sqlite.close(connection, disk);
        }
    }

    /** No loss: all of it is in the log. A disk that is full or broken is reported by the next append. */
    private void staysLong(Exception e) {
        LOG.warn("the log of {} stays as long as it is: {}", file, e.getMessage());
    }

    /** A commit with this many bytes is in the log. Called with the monitor held. */
    void written(long more) {
        written += more + PER_COMMIT;
        if (written >= every && isAtWork.compareAndSet(false, true)) {
            written = 0;
            executor.execute(this::run);
        }
    }

    /**
     * SQLite begins the log anew when all of it is home and nobody reads from it. Writers without a pause are always a
     * few commits ahead of a checkpoint beside them, so the log would grow for as long as they go on: once it is long, they wait
     * for the last of it. That is little, because most of it was brought home a moment before. A reader, such as a backup,
     * keeps what came after its beginning in the log until it ends; then the next checkpoint gets it.
     */
    private void run() {
        try {
            onConnection(connection -> {
                if (checkpoint(connection) * PAGE > 2 * every) {
                    checkpoint(connection);
                    synchronized (appends) {
                        checkpoint(connection);
                    }
                }
            });
        } catch (SQLException e) {
            staysLong(e);
        } finally {
            isAtWork.set(false);
        }
    }

    /** For tests: waits for the one at work. */
    void await() throws InterruptedException, ExecutionException {
        executor.submit(() -> {}).get();
    }

    /** Waits for nobody. How many pages the log has. */
    private int checkpoint(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = disk.at(
                        CrashPoint.CHECKPOINT, () -> statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)"))) {
            return result.next() ? result.getInt(2) : 0;
        }
    }

    /** Waits for the one at work. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("a checkpoint of {} is still at work", file);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
