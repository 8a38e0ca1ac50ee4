package dev.berth.journal.postgres;

import dev.berth.journal.Journal;
import dev.berth.journal.JournalCopy;
import dev.berth.journal.sqlite.SqliteJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A backup of a journal in PostgreSQL is one of SQLite: the same file, whatever keeps the journal. */
final class SqliteBackup {
    private SqliteBackup() {}

    static void write(Journal from, Path file) {
        try {
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            Path aside = Files.createTempDirectory(file.toAbsolutePath().getParent(), ".berth-backup-");
            try {
                try (Journal copy = SqliteJournal.open(aside)) {
                    JournalCopy.copy(from, copy, entries -> {});
                }
                SqliteJournal.backup(aside, file);
            } finally {
                delete(aside);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
