package dev.berth.service.journal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Connections to a SQLite file, and what its errors mean. */
final class Sqlite {
    private Sqlite() {}

    /** In WAL mode a commit is one append to the log; FULL syncs it before the commit returns. */
    static Connection connect(Path file) throws SQLException {
        // As a URI: the driver would take a question mark in a plain path for its own.
        Connection connection = JDBC.createConnection("jdbc:sqlite:" + file.toUri(), new Properties());
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA cell_size_check = ON");
            // A connection that opens or closes may hold a lock for a moment.
            statement.execute("PRAGMA busy_timeout = 10000");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** What went wrong while the file was read. */
    static RuntimeException whileReading(String file, long entry, SQLException e) {
        return isDamage(e)
                ? new DamagedJournal(file, entry, String.valueOf(e.getMessage()), e)
                : new JournalUnavailable("the journal " + file + " cannot be read: " + e.getMessage(), e);
    }

    static RuntimeException whileWriting(String file, SQLException e) {
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
                "the journal " + file + " cannot be written: " + why + " (" + e.getMessage() + "); nothing was changed",
                e);
    }

    private static boolean isDamage(SQLException e) {
        int primary = code(e) & 0xff;
        return primary == SQLiteErrorCode.SQLITE_CORRUPT.code
                || primary == SQLiteErrorCode.SQLITE_NOTADB.code
                || code(e) == SQLiteErrorCode.SQLITE_IOERR_SHORT_READ.code;
    }

    private static int code(SQLException e) {
        return e instanceof SQLiteException sqlite ? sqlite.getResultCode().code : e.getErrorCode();
    }
}
