package dev.berth.journal.store;

import dev.berth.journal.Journal;
import dev.berth.journal.JournalCopy;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.journal.sqlite.SqliteJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.LongConsumer;

/** Copies of whole journals. A copy that was interrupted cannot be taken for a journal. */
final class Copies {
    private static final String PARTIAL = ".partial";

    private Copies() {}

    static JournalCopy.Copied intoDirectory(Journal from, Path data, LongConsumer progress) {
        Path target = data.toAbsolutePath().normalize();
        Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
        String[] found = target.toFile().list();
        if (found != null && found.length > 0) {
            throw new IllegalArgumentException(data + " is not empty; copy into an empty directory");
        }
        if (Files.exists(partial)) {
            throw new IllegalArgumentException(
                    partial + " is left from a copy that was interrupted; delete it and copy again");
        }
        JournalCopy.Copied copied;
        try (Journal to = SqliteJournal.open(partial)) {
            copied = JournalCopy.copy(from, to, progress);
        }
        try {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            return copied;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JournalCopy.Copied intoDatabase(Journal from, PostgresAddress address, LongConsumer progress) {
        try (PostgresJournal to = PostgresJournal.forCopy(address)) {
            JournalCopy.Copied copied = JournalCopy.copy(from, to, progress);
            to.complete();
            return copied;
        }
    }
}
