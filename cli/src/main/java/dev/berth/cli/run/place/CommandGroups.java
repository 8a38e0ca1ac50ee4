package dev.berth.cli.run.place;

import dev.berth.cli.host.Executables;
import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where control groups for commands come from; a machine may have none that a user can make. */
@FunctionalInterface
public interface CommandGroups {
    /** Bytes that a command may print which is asked where it is. */
    int MOST_BYTES = 64_000;

    /** There are none. */
    CommandGroups NONE = mark -> Optional.empty();

    /** One for the command with a mark, which is not started yet. */
    Optional<CommandGroup> create(String mark) throws IOException;

    /** A group below that of this process, if this user may make one; else a scope of the user's systemd, if there is one. */
    static CommandGroups ofThisMachine(Executables executables, String runtimeDirectory) {
        return mark -> {
            Optional<Path> root = root();
            if (root.isEmpty()) {
                return Optional.empty();
            }
            Path own = root.get().resolve(path(Files.readString(Path.of("/proc/self/cgroup"))));
            Optional<CommandGroup> below = below(own).create(mark);
            return below.isPresent() ? below : inScope(mark, root.get(), executables, runtimeDirectory);
        };
    }

    /** Groups below a group. */
    static CommandGroups below(Path parent) {
        return mark -> {
            Path directory = parent.resolve("berth-" + mark);
            // Not by Java: it must be the process itself that enters, before it becomes the command.
            String file = directory.resolve(CommandGroup.PROCESSES).toString();
            List<String> entry = List.of("sh", "-c", "{ echo $$ >\"$0\"; } 2>/dev/null; exec \"$@\"", file);
            try {
                if (!Files.isWritable(parent)) {
                    return Optional.empty();
                }
                Files.createDirectory(directory);
            } catch (IOException e) {
                return Optional.empty();
            }
            CommandGroup group = new CommandGroup(directory, entry);
            // A group may be made and yet not be entered, as where the processes come from a group of somebody else's.
            if (answer(List.of("sh", "-c", "echo $$ >\"$0\"", file)).isPresent()) {
                return Optional.of(group);
            }
            group.remove();
            return Optional.empty();
        };
    }

    private static Optional<CommandGroup> inScope(
            String mark, Path root, Executables executables, String runtimeDirectory) throws IOException {
        List<String> scope = UserScope.words(executables, runtimeDirectory);
        if (scope.isEmpty()) {
            return Optional.empty();
        }
        String unit = "berth-" + mark;
        // A first scope shows whether systemd gives any, and where: it may be there and refuse, as after su.
        String probe = unit + "-probe.scope";
        List<String> words = new ArrayList<>(scope);
        words.addAll(List.of("--unit=" + probe, "--", "cat", "/proc/self/cgroup"));
        Path found = root.resolve(path(answer(words).orElse("")));
        if (!found.endsWith(probe)) {
            return Optional.empty();
        }
        List<String> entry = new ArrayList<>(scope);
        entry.addAll(List.of("--unit=" + unit + ".scope", "--description=Berth, a command of berth run", "--"));
        return Optional.of(new CommandGroup(found.resolveSibling(unit + ".scope"), entry));
    }

    /**
     * Path of a group in the unified hierarchy, which can end a whole group, from the lines of /proc/PID/cgroup; relative to
     * its root.
     */
    static String path(String groups) {
        return groups.lines()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::/".length()))
                .findFirst()
                .orElse("");
    }

    /** Where that hierarchy is, whole. */
    private static Optional<Path> root() throws IOException {
        return root(Files.readString(Path.of("/proc/self/mountinfo")));
    }

    static Optional<Path> root(String mounts) {
        return mounts.lines()
                .filter(line -> line.contains(" - cgroup2 "))
                .map(line -> line.split(" ", -1))
                // The part that is shown, and where.
                .filter(fields -> fields[3].equals("/"))
                .map(fields -> Path.of(fields[4]))
                .findFirst();
    }

    /** Output of a command; empty if it fails or takes too long. */
    private static Optional<String> answer(List<String> words) throws IOException {
        Ending ending = Program.of(words).run(Duration.ofSeconds(UserScope.PATIENCE_SECONDS), MOST_BYTES);
        if (ending instanceof Ending.Failed failed) {
            throw failed.cause();
        }
        return ending instanceof Ending.Exited exited && exited.isGood() ? Optional.of(exited.out()) : Optional.empty();
    }
}
