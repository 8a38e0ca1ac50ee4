package dev.berth.cli.run.place;

import dev.berth.cli.host.Executables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A scope that systemd gives to a command of a user. */
public final class UserScope {
    /** The manager of a user may be there and not answer. */
    public static final long PATIENCE_SECONDS = 5;

    private static final Path SYSTEM = Path.of("/run/systemd/system");

    private UserScope() {}

    /** The same; for root of the systemd of the machine, which may set all limits, if it runs. */
    public static List<String> limiting(Executables executables, String runtimeDirectory) {
        Optional<Path> program = executables.find("systemd-run");
        return program.isPresent() && Files.exists(SYSTEM) && Files.isWritable(SYSTEM)
                ? List.of(program.get().toString(), "--scope", "--quiet", "--collect")
                : words(executables, runtimeDirectory);
    }

    /**
     * The words that, with {@code --} before a command, let systemd give it a scope; none if systemd does not manage the processes of users.
     *
     * @param runtimeDirectory the user's {@code XDG_RUNTIME_DIR}; empty if there is none
     */
    public static List<String> words(Executables executables, String runtimeDirectory) {
        if (runtimeDirectory.isEmpty() || !Files.exists(Path.of(runtimeDirectory, "systemd", "private"))) {
            return List.of();
        }
        return executables
                .find("systemd-run")
                .map(file -> List.of(file.toString(), "--user", "--scope", "--quiet", "--collect"))
                .orElse(List.of());
    }
}
