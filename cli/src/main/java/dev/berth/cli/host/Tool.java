package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program of this machine that is asked something, and may hang in the kernel. */
record Tool(Path program, Duration limit) {
    private static final int MOST_BYTES = 10_000_000;

    /** Output of the program, and its exit code. */
    record Said(int code, String out, String err) {
        /** Its answer, or all that it said if it failed: not every failure is told on stderr. */
        String text() {
            return code == 0 ? out : out + err;
        }

        String firstLine() {
            return text().lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse("it said nothing");
        }
    }

    /** The program in the folders of a search path; empty if it is in none. */
    static Optional<Tool> find(String name, String searchPath, Duration limit) {
        for (String folder : searchPath.split(":", -1)) {
            try {
                Path file = Path.of(folder).resolve(name);
                if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(new Tool(file, limit));
                }
            } catch (InvalidPathException e) {
                // No program can be there.
            }
        }
        return Optional.empty();
    }

    private String name() {
        return String.valueOf(program.getFileName());
    }

    Said ask(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return switch (Program.of(command).run(limit, MOST_BYTES)) {
            case Ending.Exited exited -> new Said(exited.code(), exited.out(), exited.err());
            case Ending.Failed failed -> throw new Failed("Cannot start " + program, failed.cause());
            case Ending.TooMuch() ->
                throw new Failed("%s printed more than %d MB, which is too much to read"
                        .formatted(name(), MOST_BYTES / 1_000_000));
            case Ending.Late late -> throw late();
            case Ending.Interrupted() -> throw late();
        };
    }

    private Failed late() {
        return new Failed("%s did not answer within %s seconds; the driver may hang. See: dmesg | tail"
                .formatted(name(), limit.toMillis() / 1000.0));
    }
}
