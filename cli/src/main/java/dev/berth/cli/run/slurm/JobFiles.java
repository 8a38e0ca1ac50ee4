package dev.berth.cli.run.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Files that a job leaves for its runner, readable by their owner alone. The directory must be one that the nodes share with
 * this machine, as home directories are on clusters.
 */
record JobFiles(Path directory) {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    static JobFiles of(Path runs, String mark) {
        return new JobFiles(runs.resolve(mark + ".job").toAbsolutePath());
    }

    void create() throws IOException {
        Files.createDirectories(directory, PRIVATE);
        Files.createFile(output());
        Files.createFile(error());
    }

    Path output() {
        return directory.resolve("output");
    }

    Path error() {
        return directory.resolve("error");
    }

    /** There once the command has ended: its exit code. */
    Path exit() {
        return directory.resolve("exit");
    }

    /** The same while it is written. */
    Path halfExit() {
        return directory.resolve("exit.new");
    }

    Optional<Integer> exitCode() {
        try {
            return Optional.of(Integer.valueOf(Files.readString(exit()).strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    void delete() {
        try {
            for (Path file : List.of(output(), error(), exit(), halfExit(), directory)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Something still writes there: what is left is small and private.
        }
    }
}
