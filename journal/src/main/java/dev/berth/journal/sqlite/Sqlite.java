package dev.berth.journal.sqlite;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalUnavailable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Connections to a SQLite file, and what its errors mean. */
final class Sqlite {
    private Sqlite() {}

    static Connection connect(Path file) throws SQLException {
        return connect(file, Disk.REAL);
    }

    /** Connects for writing: with WAL a commit is one append to the log, and FULL syncs it before the commit returns. */
    static Connection connect(Path file, Disk disk) throws SQLException {
        Connection connection = disk.at(CrashPoint.CONNECT, () -> open(file, ""));
        return configured(connection, disk, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL");
    }

    /**
     * For one who only looks: nothing is written, not even when it is closed.
     *
     * @param isInUse whether others may write to it; if not, no files appear beside it
     */
    static Connection connectReadOnly(Path file, boolean isInUse, Disk disk) throws SQLException {
        Connection connection =
                disk.at(CrashPoint.CONNECT, () -> open(file, isInUse ? "?mode=ro" : "?mode=ro&immutable=1"));
        return configured(connection, disk);
    }

    /** For a copy that nobody else has. */
    static Connection connectAlone(Path file, Disk disk) throws SQLException {
        return configured(disk.at(CrashPoint.CONNECT, () -> open(file, "")), disk, "PRAGMA synchronous = FULL");
    }

    /** Opens the file as a URI: the driver would take a question mark in a plain path for its own. */
    private static Connection open(Path file, String parameters) throws SQLException {
        Properties properties = new Properties();
        // Nobody asks for generated keys, and the driver would run a query for them after each insert.
        properties.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.getPragmaName(), "false");
        return JDBC.createConnection("jdbc:sqlite:" + file.toUri() + parameters, properties);
    }

    private static Connection configured(Connection connection, Disk disk, String... pragmas) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            disk.at(CrashPoint.CONFIGURE, () -> {
                // A connection that opens or closes may hold a lock for a moment.
                statement.execute("PRAGMA busy_timeout = 10000");
                statement.execute("PRAGMA cell_size_check = ON");
                for (String pragma : pragmas) {
                    statement.execute(pragma);
                }
                return true;
            });
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    static boolean execute(Disk disk, CrashPoint point, Statement statement, String sql) throws SQLException {
        return disk.at(point, () -> statement.execute(sql));
    }

    /** Closing the last connection brings the write-ahead log home, which is a step of its own. */
    static void close(Connection connection, Disk disk) throws SQLException {
        disk.at(CrashPoint.DISCONNECT, () -> {
            connection.close();
            return true;
        });
    }

    /** Exception for an error while the file was read: damage, or a journal that is unavailable. */
    static RuntimeException whileReading(String file, long entry, SQLException e) {
        return isDamage(e)
                ? new DamagedJournal(file, entry, String.valueOf(e.getMessage()), e)
                : new JournalUnavailable("the journal " + file + " cannot be read: " + e.getMessage(), e);
    }

    static RuntimeException whileWriting(String file, SQLException e) {
        return whileWriting(file, e, false);
    }

    /** @param inDoubt whether it may have been written all the same */
    static RuntimeException whileWriting(String file, SQLException e, boolean inDoubt) {
        if (isDamage(e)) {
            return new DamagedJournal(file, 0, String.valueOf(e.getMessage()), e);
        }
        String why = switch (code(e) & 0xff) {
            case 13 -> "the disk is full";
            case 8 -> "it is read-only";
            case 10 -> "the disk reports an error";
            default -> "SQLite reports an error";
        };
        return new JournalUnavailable(
                "the journal " + file + " cannot be written: " + why + " (" + e.getMessage() + "); "
                        + (inDoubt
                                ? "whether this was written shows when it can be used again"
                                : "nothing was changed"),
                e,
                inDoubt);
    }

    /**
     * Whether a commit that failed in this way may have been written: the disk took it and failed to sync it. A commit
     * for which there was no room, or no right, has left no whole frame.
     */
    static boolean mayBeWritten(SQLException e) {
        int primary = code(e) & 0xff;
        return primary != SQLiteErrorCode.SQLITE_FULL.code
                && primary != SQLiteErrorCode.SQLITE_READONLY.code
                && primary != SQLiteErrorCode.SQLITE_BUSY.code;
    }

    static boolean isDamage(SQLException e) {
        int primary = code(e) & 0xff;
        return primary == SQLiteErrorCode.SQLITE_CORRUPT.code
                || primary == SQLiteErrorCode.SQLITE_NOTADB.code
                || code(e) == SQLiteErrorCode.SQLITE_IOERR_SHORT_READ.code;
    }

    private static int code(SQLException e) {
        return e instanceof SQLiteException sqlite ? sqlite.getResultCode().code : e.getErrorCode();
    }
}
