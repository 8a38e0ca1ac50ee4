package dev.berth.journal.sqlite;

import dev.berth.journal.UnreadableSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Contents of a journal, after all of it was read: every entry has its check sum and its place.
 *
 * @param file the journal, as its operator knows it
 * @param archived up to which entry they are in the archive and not here; 0 if none is
 * @param last the number of the last entry
 * @param snapshot up to which entry the latest snapshot goes that is whole
 * @param damage what is wrong with a snapshot
 * @param archive the files of the archive, all of them whole; a backup has none
 */
public record Verified(
        String file,
        long archived,
        long last,
        Optional<Long> snapshot,
        Optional<UnreadableSnapshot> damage,
        List<Archive.Piece> archive) {
    /** Verifies a data directory; another process may have it open, and nothing in it changes. */
    static Verified ofData(Path data, Disk disk) {
        Path file = data.resolve(SqliteJournal.FILE);
        checkExists(file);
        try {
            SqliteCopies.checkNotInterrupted(data);
            long acknowledged = DataDirectory.acknowledged(data, disk);
            Verified found = of(file, true, disk);
            SqliteJournal.checkAcknowledged(found.file(), found.last(), acknowledged);
            return found.withArchive(new Archive(data.resolve(DataDirectory.ARCHIVE), disk));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Verifies a backup, a file that nobody writes to. */
    static Verified ofBackup(Path backup, Disk disk) {
        checkExists(backup);
        return of(backup, false, disk);
    }

    private static void checkExists(Path file) {
        if (!Files.exists(file)) {
            throw new UncheckedIOException(new NoSuchFileException(file.toString()));
        }
    }

    private static Verified of(Path file, boolean isInUse, Disk disk) {
        String name = file.toString();
        try {
            Connection connection = Sqlite.connectReadOnly(file, isInUse, disk);
            try (Statement statement = connection.createStatement()) {
                Migrations.check(connection, name);
                long archived = Migrations.archived(statement);
                long[] last = {archived};
                Archive none = new Archive(file.resolveSibling(DataDirectory.ARCHIVE), disk);
                EntryRows.read(
                        connection, name, none, archived, Long.MAX_VALUE, entry -> last[0] = entry.number(), disk);
                KeptSnapshots kept = KeptSnapshots.read(connection, name, SnapshotParts.GENERATIONS, disk);
                return new Verified(
                        name,
                        archived,
                        last[0],
                        kept.whole().stream().findFirst().map(SnapshotParts.Row::upTo),
                        kept.damage(),
                        List.of());
            } finally {
                Sqlite.close(connection, disk);
            }
        } catch (SQLException e) {
            throw Sqlite.whileReading(name, 0, e);
        }
    }

    /** Files of the archive that were taken away are not missed; those that are there are read. */
    private Verified withArchive(Archive files) {
        List<Archive.Piece> pieces =
                files.pieces().stream().filter(piece -> piece.to() <= archived).toList();
        for (Archive.Piece piece : pieces) {
            files.read(piece.from() - 1, piece.to(), entry -> {});
        }
        return new Verified(file, archived, last, snapshot, damage, pieces);
    }

    /** Whether the site can be loaded from it without the archive. */
    boolean standsAlone() {
        return archived == 0 || snapshot.isPresent();
    }
}
