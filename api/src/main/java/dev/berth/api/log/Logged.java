package dev.berth.api.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Something that was logged.
 *
 * @param logger its name, usually that of a class
 * @param words what happened; the same words for the same kind of thing
 * @param fields what it happened to, in the order given
 * @param cause null if nothing was thrown
 */
record Logged(
        Instant time,
        Level level,
        String logger,
        String words,
        List<Field> fields,
        @Nullable Throwable cause) {
    private static final String OURS = "dev.berth.";
    private static final int MOST_CAUSES = 5;

    /** A name and a value, such as {@code reservation=r17}. */
    record Field(String key, Object value) {
        String text() {
            return value.toString();
        }

        /** Whether JSON has a literal for the value. */
        boolean isLiteral() {
            return value instanceof Integer || value instanceof Long || value instanceof Boolean;
        }
    }

    Logged {
        fields = List.copyOf(fields);
    }

    static boolean isOurs(String logger) {
        return logger.startsWith(OURS);
    }

    boolean isOurs() {
        return isOurs(logger);
    }

    /** Exception and all its causes in words, each once. */
    String causeInWords() {
        StringBuilder words = new StringBuilder();
        Throwable each = cause;
        for (int count = 0; each != null && count < MOST_CAUSES; count++) {
            String message = each.getMessage();
            String said = message == null || message.isBlank() ? each.getClass().getSimpleName() : message;
            // Most wrappers repeat what they wrap.
            if (words.indexOf(said) < 0) {
                words.append(words.isEmpty() ? "" : ": ").append(isTelling(each) ? said : named(each, said));
            }
            each = each.getCause();
        }
        return words.toString();
    }

    /** Messages of the JDK are often a single word, such as the name of a file. */
    private static boolean isTelling(Throwable thrown) {
        return isOurs(thrown.getClass().getName()) || thrown.getMessage() == null;
    }

    private static String named(Throwable thrown, String said) {
        return thrown.getClass().getSimpleName() + ": " + said;
    }

    /** Where in the program it was thrown; empty if nothing was. */
    String trace() {
        if (cause == null) {
            return "";
        }
        StringWriter trace = new StringWriter();
        cause.printStackTrace(new PrintWriter(trace));
        return trace.toString().strip();
    }
}
