package dev.berth.service.journal.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the write-ahead log home into the file, beside the writer. SQLite would do it in the commit that fills the log,
 * and whoever is in that commit would wait for all of it.
 */
final class Checkpoints implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /** So much is worth a checkpoint. */
    static final long BYTES = 4 << 20;
    /** A log of this many pages no longer keeps up with those who write to it: they wait for the rest, once. */
    private static final int LONG_LOG = 1 << 14;

    private final Path file;
    private final Object appends;
    private final Disk disk;
    private final long every;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().name("berth-checkpoints").daemon().unstarted(task));
    private final AtomicBoolean isAtWork = new AtomicBoolean();
    private long bytes;

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

    /** Keeps SQLite from doing it in a commit of this connection. */
    static void leaveOut(Connection writer) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA wal_autocheckpoint = 0");
        }
    }

    /**
     * Brings a long log home before anything else is done. Whoever is killed again and again writes little each time: without
     * this the log would grow from one start to the next, and every start would take longer. A disk that is full does not keep
     * anybody from starting: reading, cancelling and finishing go on.
     */
    void atStart() {
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        try {
            if (Files.exists(log) && Files.size(log) >= every) {
                onConnection(this::checkpoint);
            }
        } catch (SQLException | IOException e) {
            staysLong(e);
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

    /** This many bytes more are in the log. Called with the monitor held. */
    void written(long more) {
        bytes += more;
        if (bytes >= every && isAtWork.compareAndSet(false, true)) {
            bytes = 0;
            executor.execute(this::run);
        }
    }

    private void run() {
        try {
            onConnection(connection -> {
                if (checkpoint(connection) > LONG_LOG) {
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
