package dev.berth.cli.run;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.JsonTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The notes and outputs of one's runs on this machine, for their owner alone. Output is not cut: it is as long as the command
 * makes it, like that of {@code nohup}. Of runs that are over, the latest are kept.
 *
 * @param here this machine: in a home directory that several machines share, the notes of the others are left alone, because only they
 *     know whether a process of theirs lives
 */
record RunFiles(Path directory, ThisHost here) {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final String NOTE = ".json";
    private static final int KEPT = 50;

    static RunFiles of(Environment environment) {
        String state = environment.variable("XDG_STATE_HOME");
        Path directory = state.isEmpty()
                ? Path.of(environment.variables().getOrDefault("HOME", System.getProperty("user.home")))
                        .resolve(".local/state")
                : Path.of(state);
        return new RunFiles(directory.resolve("berth").resolve("runs"), ThisHost.of(environment));
    }

    /** Keeps a note in place of the one before; it is on the disk when this returns. */
    void save(RunNote note) {
        write(note, true);
    }

    /**
     * The same, but it may be lost with the machine, and the processes that it tells of with it. Where many start at the same
     * moment, the disk would keep them waiting.
     */
    void write(RunNote note) {
        write(note, false);
    }

    private void write(RunNote note, boolean durably) {
        try {
            Path fresh = Files.createTempFile(made(), "note", ".new", PRIVATE);
            try (FileChannel file = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(JsonTree.compact(note.json()));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                if (durably) {
                    file.force(true);
                }
            }
            Files.move(
                    fresh,
                    directory.resolve(note.runner() + NOTE),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new Failed("Cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private Path made() throws IOException {
        Files.createDirectories(directory.getParent());
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return directory;
    }

    /** The file for the output of a run, which is there from now on. */
    Path newLog(RunNote note) throws IOException {
        return Files.createFile(made().resolve(note.runner() + ".log"), PRIVATE);
    }

    Path log(RunNote note) {
        return directory.resolve(note.runner() + ".log");
    }

    /** The file for the standard error of a run whose streams are kept apart, which is there from now on. */
    Path newErrors(RunNote note) throws IOException {
        return Files.createFile(errors(note), PRIVATE);
    }

    Path errors(RunNote note) {
        return directory.resolve(note.runner() + ".err");
    }

    /** Keeps the certificates that are trusted for a run. */
    Path trust(String certificates) throws IOException {
        return Files.writeString(Files.createTempFile(made(), "trusted", ".pem", PRIVATE), certificates);
    }

    void delete(RunNote note) {
        try {
            Files.deleteIfExists(directory.resolve(note.runner() + NOTE));
            Files.deleteIfExists(log(note));
            Files.deleteIfExists(errors(note));
            if (!note.authority().isEmpty() && Path.of(note.authority()).startsWith(directory)) {
                Files.deleteIfExists(Path.of(note.authority()));
            }
        } catch (IOException e) {
            throw new Failed("Cannot delete the files of a run in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Nothing remains to be done: forgets what ran in the foreground, and keeps the output of what did not. */
    void settle(RunNote note) {
        if (!note.isDetached()) {
            delete(note);
            return;
        }
        save(note.settled());
        List<RunNote> over = all().stream().filter(RunNote::isSettled).toList();
        over.stream().limit(Math.max(0, over.size() - KEPT)).forEach(this::delete);
    }

    /** All notes of this machine, the oldest first. A file that cannot be read, because it is being deleted, is left out. */
    List<RunNote> all() {
        List<Dated> notes = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + NOTE)) {
                for (Path file : files) {
                    read(file).ifPresent(notes::add);
                }
            } catch (IOException e) {
                throw new Failed("Cannot read " + directory + ": " + e.getMessage(), e);
            }
        }
        return notes.stream()
                .filter(each -> here.isCalled(each.note().host()))
                .sorted(Comparator.comparing(Dated::time))
                .map(Dated::note)
                .toList();
    }

    private record Dated(FileTime time, RunNote note) {}

    private static Optional<Dated> read(Path file) {
        try {
            return Optional.of(
                    new Dated(Files.getLastModifiedTime(file), RunNote.read(JsonTree.read(Files.readString(file)))));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The latest run in a reservation, if it was started here. */
    Optional<RunNote> inReservation(String reservation) {
        return all().stream()
                .filter(note -> note.reservation().equals(reservation))
                .reduce((earlier, later) -> later);
    }

    Optional<RunNote> by(String runner) {
        return read(directory.resolve(runner + NOTE)).map(Dated::note);
    }
}
