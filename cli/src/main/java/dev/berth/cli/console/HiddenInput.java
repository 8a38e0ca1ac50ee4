package dev.berth.cli.console;

import java.io.Console;
import java.util.Optional;

/** What somebody types without seeing it. */
public final class HiddenInput {
    private HiddenInput() {}

    /** What is typed; empty without a terminal. */
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
