package dev.berth.api.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * The journal of systemd. It takes a line that begins with a number such as {@code <4>} as a record of that level (sd-daemon(3)),
 * so that {@code journalctl -p warning} finds it.
 */
public final class Journald {
    /** Set by systemd if standard output or error is connected to the journal: device and inode of the socket. */
    private static final String VARIABLE = "JOURNAL_STREAM";

    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Journald() {}

    /** Whether the standard error of this process is connected to the journal. A child may have inherited the variable alone. */
    public static boolean isThere(Map<String, String> variables) {
        return isThere(variables, STANDARD_ERROR);
    }

    static boolean isThere(Map<String, String> variables, Path stream) {
        String expected = variables.get(VARIABLE);
        if (expected == null) {
            return false;
        }
        try {
            Map<String, Object> found = Files.readAttributes(stream, "unix:dev,ino");
            return expected.equals(found.get("dev") + ":" + found.get("ino"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    static String prefix(Level level) {
        return switch (level) {
            case ERROR -> "<3>";
            case WARN -> "<4>";
            case INFO -> "<6>";
            case DEBUG, TRACE -> "<7>";
        };
    }
}
