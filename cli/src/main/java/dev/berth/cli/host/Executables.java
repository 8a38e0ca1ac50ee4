package dev.berth.cli.host;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;

/** Where commands are found, so that one that is missing is noticed before servers are booked for it. */
public record Executables(String searchPath) {
    public boolean has(String command) {
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

    private static boolean isCommand(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
