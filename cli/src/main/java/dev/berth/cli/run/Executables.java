package dev.berth.cli.run;

import dev.berth.cli.console.BadInput;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;

/** Where commands are found, so that one that is missing is noticed before servers are booked for it. */
record Executables(String searchPath) {
    boolean has(String command) {
        try {
            return command.contains("/")
                    ? isCommand(Path.of(command))
                    : Arrays.stream(searchPath.split(":", -1))
                            .anyMatch(folder -> isCommand(Path.of(folder).resolve(command)));
        } catch (InvalidPathException e) {
            // No file can have such a name.
            return false;
        }
    }

    void require(String command) {
        if (has(command)) {
            return;
        }
        throw new BadInput(
                command.equals("setsid")
                        ? "berth run needs the program setsid, which is part of util-linux on Linux; install it"
                        : "COMMAND: \"%s\" is not a command on this machine; nothing was booked".formatted(command));
    }

    private static boolean isCommand(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
