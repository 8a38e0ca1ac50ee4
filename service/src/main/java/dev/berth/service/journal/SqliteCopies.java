package dev.berth.service.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.stream.Stream;

/** Copies of a SQLite journal: out of one that is in use, and back into an empty data directory. */
final class SqliteCopies {
    private SqliteCopies() {}

    static void backup(Path journal, Path target) {
        try (Connection connection = Sqlite.connect(journal);
                PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, target.toAbsolutePath().toString());
            copy.execute();
            sync(target);
        } catch (SQLException | IOException e) {
            delete(target);
            throw new UncheckedIOException(new IOException("cannot back up to " + target + ": " + e.getMessage(), e));
        }
    }

    static void restore(Path backup, Path data) {
        Path copy = data.resolve(SqliteJournal.FILE);
        try {
            if (!isEmpty(data)) {
                throw new DirectoryNotEmptyException(
                        data + " is not empty; a backup is restored into an empty directory");
            }
            Files.createDirectories(data);
            Files.copy(backup, copy);
            sync(copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (SqliteJournal journal = SqliteJournal.open(data)) {
            // What is archived is not part of a backup.
            journal.read(journal.archived(), entry -> {});
            journal.latestSnapshot();
        } catch (DamagedJournal e) {
            // It is the backup that is at fault, and no damaged copy is left to be served by mistake.
            Stream.of("", "-wal", "-shm").forEach(end -> delete(data.resolve(SqliteJournal.FILE + end)));
            Stream.of("lock", "acknowledged").forEach(name -> delete(data.resolve(name)));
            throw new DamagedJournal(backup.toString(), e.entry(), String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isEmpty(Path data) throws IOException {
        if (!Files.exists(data)) {
            return true;
        }
        try (Stream<Path> files = Files.list(data)) {
            return files.findAny().isEmpty();
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // the error that led here is the one to report
        }
    }
}
