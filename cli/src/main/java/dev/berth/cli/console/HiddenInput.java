package dev.berth.cli.console;

import java.io.Console;
import java.util.Optional;

/** Input that is not shown while it is typed, such as a password. */
public final class HiddenInput {
    private HiddenInput() {}

    /** Asks for a line and returns it; empty without a terminal. */
    @SuppressWarnings("SystemConsoleNull") // Newer JDKs give one without a terminal, too; it then reads standard input.
    public static Optional<String> asked(String question) {
        Console console = System.console();
        if (console == null) {
            return Optional.empty();
        }
        char[] typed = console.readPassword("%s: ", question);
        return Optional.of(typed == null ? "" : new String(typed));
    }
}
