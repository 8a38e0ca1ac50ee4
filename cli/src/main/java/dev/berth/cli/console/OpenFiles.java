package dev.berth.cli.console;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Tells whether a program has failed because it may not open more files. Java opens the archives of its classes when they are needed
 * first, and without a file left says no more than that a class does not exist.
 */
public final class OpenFiles {
    /** Advice to the user when too few files may be opened. */
    public static final String ADVICE =
            "berth may not open enough files (ulimit -n): allow more, such as with ulimit -n 4096 or, in a unit of systemd,"
                    + " LimitNOFILE=65536";

    /** The text of the system for EMFILE and ENFILE, which Java passes on. */
    private static final String TOO_MANY = "Too many open files";

    public boolean areTooFew(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).contains(TOO_MANY)) {
                return true;
            }
        }
        return failure instanceof LinkageError && !isOneLeft();
    }

    private static boolean isOneLeft() {
        try (InputStream any = new FileInputStream("/dev/null")) {
            return any.read() < 0;
        } catch (IOException e) {
            return !String.valueOf(e.getMessage()).contains(TOO_MANY);
        }
    }
}
