package dev.berth.journal.sqlite;

import dev.berth.journal.DamagedJournal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The schema, one step after the other. A step that was released never changes; what is new is a step of its own. */
final class Migrations {
    /** "BRTH": tells a journal from any other SQLite file. */
    static final int APPLICATION = 0x42525448;

    private static final List<List<String>> STEPS = List.of(
            List.of(
                    "CREATE TABLE entry (number INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL,"
                            + " body BLOB NOT NULL, sum INTEGER NOT NULL)",
                    // Written with every append, so that entries missing at the end are missed.
                    "CREATE TABLE head (last INTEGER NOT NULL)",
                    "INSERT INTO head VALUES (0)",
                    "CREATE TABLE snapshot (id INTEGER PRIMARY KEY, up_to INTEGER NOT NULL, length INTEGER NOT NULL,"
                            + " parts INTEGER NOT NULL, sum INTEGER NOT NULL)",
                    "CREATE TABLE snapshot_part (snapshot INTEGER NOT NULL, part INTEGER NOT NULL, body BLOB NOT NULL,"
                            + " UNIQUE (snapshot, part))"),
            // Entries up to this one are in the archive; rows of them are left to be deleted.
            List.of("CREATE TABLE archived (up_to INTEGER NOT NULL)", "INSERT INTO archived VALUES (0)"));

    private Migrations() {}

    static void run(Connection connection, String file, Disk disk) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean isEmpty = disk.at(CrashPoint.MIGRATE_LOOK, () -> isEmpty(statement));
            if (!isEmpty) {
                checkKind(statement, file);
            }
            Sqlite.execute(disk, CrashPoint.MIGRATE_BEGIN, statement, "BEGIN IMMEDIATE");
            if (isEmpty) {
                // In the transaction: tables without it, or it without tables, would be no journal after a crash.
                Sqlite.execute(disk, CrashPoint.MIGRATE_STEP, statement, "PRAGMA application_id = " + APPLICATION);
            }
            Sqlite.execute(
                    disk,
                    CrashPoint.MIGRATE_STEP,
                    statement,
                    "CREATE TABLE IF NOT EXISTS version (step INTEGER NOT NULL)");
            for (int step = done(statement, file); step < STEPS.size(); step++) {
                for (String sql : STEPS.get(step)) {
                    Sqlite.execute(disk, CrashPoint.MIGRATE_STEP, statement, sql);
                }
                String sql = "INSERT INTO version VALUES (" + (step + 1) + ")";
                Sqlite.execute(disk, CrashPoint.MIGRATE_STEP, statement, sql);
            }
            Sqlite.execute(disk, CrashPoint.MIGRATE_COMMIT, statement, "COMMIT");
        }
    }

    /** Changes nothing. */
    static void check(Connection connection, String file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (isEmpty(statement)) {
                throw new DamagedJournal(file, 0, "an empty file, not a journal of Berth", null);
            }
            checkKind(statement, file);
            done(statement, file);
        }
    }

    private static boolean isEmpty(Statement statement) throws SQLException {
        return number(statement, "SELECT count(*) FROM sqlite_schema") == 0;
    }

    private static void checkKind(Statement statement, String file) throws SQLException {
        if (number(statement, "PRAGMA application_id") != APPLICATION) {
            throw new DamagedJournal(file, 0, "an SQLite file, but not a journal of Berth", null);
        }
    }

    private static int done(Statement statement, String file) throws SQLException {
        int done = (int) number(statement, "SELECT coalesce(max(step), 0) FROM version");
        if (done > STEPS.size()) {
            throw new DamagedJournal(
                    file, 0, "its schema is " + done + ", but this program knows only " + STEPS.size(), null);
        }
        return done;
    }

    /** Up to which entry they are in the archive; journals of older versions have none. */
    static long archived(Statement statement) throws SQLException {
        return number(statement, "SELECT count(*) FROM sqlite_schema WHERE name = 'archived'") == 0
                ? 0
                : number(statement, "SELECT up_to FROM archived");
    }

    static long number(Statement statement, String query) throws SQLException {
        try (ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }
}
