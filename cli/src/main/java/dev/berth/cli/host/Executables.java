package dev.berth.cli.host;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Where commands are found, so that one that is missing is noticed before servers are booked for it. */
public record Executables(String searchPath) {
    public boolean has(String command) {
        return find(command).isPresent();
    }

    /** The file of a command. */
    public Optional<Path> find(String command) {
        try {
            Stream<Path> files = command.contains("/")
                    ? Stream.of(Path.of(command))
                    : Arrays.stream(searchPath.split(":", -1))
                            .map(folder -> Path.of(folder).resolve(command));
            return files.filter(Executables::isCommand).findFirst();
        } catch (InvalidPathException e) {
            // No file can have such a name.
            return Optional.empty();
        }
    }

    private static boolean isCommand(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
