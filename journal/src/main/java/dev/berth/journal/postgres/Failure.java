package dev.berth.journal.postgres;

import dev.berth.journal.JournalUnavailable;
import java.sql.SQLException;

/** Interpretation of database errors: who leads, whether the operation may have been done, and the message to show. */
final class Failure {
    private static final String FENCED = "BR001";

    private Failure() {}

    /** Whether another instance leads now. */
    static boolean isFenced(SQLException e) {
        return FENCED.equals(e.getSQLState());
    }

    /**
     * Whether it may have been done all the same: the connection broke, or the database ended it, or nobody knows. Every
     * other error is the database's word that it was not.
     */
    static boolean isUnknown(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.startsWith("08") || state.startsWith("57") || state.startsWith("XX");
    }

    static JournalUnavailable whileWriting(String name, SQLException e) {
        return new JournalUnavailable(
                "the journal " + name + " cannot be written: " + why(e) + "; nothing was changed", e);
    }

    static JournalUnavailable whileReading(String name, SQLException e) {
        return new JournalUnavailable("the journal " + name + " cannot be read: " + why(e), e);
    }

    private static String why(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String known = switch (state) {
            case "53100" -> "its disk is full";
            case "25006" -> "it is read-only";
            case "28P01", "28000" -> "the database refuses the user or the password";
            case "3D000" -> "there is no such database";
            default -> state.startsWith("08") ? "the database cannot be reached" : "PostgreSQL reports an error";
        };
        return known + " (" + e.getMessage() + ")";
    }
}
