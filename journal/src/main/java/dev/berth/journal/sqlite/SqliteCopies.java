package dev.berth.journal.sqlite;

import dev.berth.journal.DamagedJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies of a SQLite journal: out of one that is in use, and back into an empty data directory. A copy is written under
 * another name, read to its end, and gets its own name when it is known to be whole: a crash leaves no file that could be
 * taken for a good one.
 */
final class SqliteCopies {
    static final String PARTIAL = ".partial";

    private SqliteCopies() {}

    static Verified backup(Path data, Path target, Disk disk) {
        Path journal = data.resolve(SqliteJournal.FILE);
        Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
        try {
            if (!Files.exists(journal)) {
                throw new NoSuchFileException(journal.toString());
            }
            checkAbsent(target);
            checkAbsent(partial);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            // Read first: whatever is acknowledged later may be missing from the copy.
            long acknowledged = DataDirectory.acknowledged(data, disk);
            NativeLibrary.keepIn(data);
            disk.at(CrashPoint.BACKUP_CREATE, () -> Privacy.newFile(partial));
            try {
                Verified copy = copied(journal, partial, disk);
                SqliteJournal.checkAcknowledged(journal.toString(), copy.last(), acknowledged);
                publish(CrashPoint.BACKUP_PUBLISH, partial, target, disk);
                return copy;
            } finally {
                delete(partial, disk);
            }
        } catch (SQLException | IOException e) {
            throw new UncheckedIOException(new IOException("cannot back up to " + target + ": " + e.getMessage(), e));
        }
    }

    private static void checkAbsent(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
    }

    /** A copy in which every entry was found whole. A damaged snapshot is left out: it can be made from the entries. */
    private static Verified copied(Path journal, Path partial, Disk disk) throws SQLException, IOException {
        try {
            copy(journal, partial, disk);
            Verified found = Verified.ofBackup(partial, disk);
            if (found.damage().isPresent()) {
                leaveDamagedOut(partial, disk);
                checkStandsAlone(Verified.ofBackup(partial, disk));
            }
            disk.at(CrashPoint.BACKUP_SYNC, () -> sync(partial, StandardOpenOption.WRITE));
            return found;
        } catch (SQLException e) {
            if (!Sqlite.isDamage(e)) {
                throw e;
            }
            throw blamed(journal, new DamagedJournal(partial.toString(), 0, String.valueOf(e.getMessage()), e), disk);
        } catch (DamagedJournal e) {
            throw blamed(journal, e, disk);
        }
    }

    private static void copy(Path journal, Path partial, Disk disk) throws SQLException {
        Connection connection = Sqlite.connect(journal, disk);
        try (PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, partial.toAbsolutePath().toString());
            disk.at(CrashPoint.BACKUP_COPY, copy::execute);
        } finally {
            Sqlite.close(connection, disk);
        }
    }

    /** The copy has sound tables of its own, so here rows may be deleted. */
    private static void leaveDamagedOut(Path partial, Disk disk) throws SQLException {
        Connection connection = Sqlite.connectAlone(partial, disk);
        try (Statement statement = connection.createStatement()) {
            String whole =
                    KeptSnapshots.read(connection, partial.toString(), SnapshotParts.GENERATIONS, disk).whole().stream()
                            .map(row -> Long.toString(row.id()))
                            .collect(Collectors.joining(", ", "(", ")"));
            for (String sql : List.of(
                    "BEGIN",
                    "DELETE FROM snapshot WHERE id NOT IN " + whole,
                    "DELETE FROM snapshot_part WHERE snapshot NOT IN " + whole,
                    "COMMIT")) {
                Sqlite.execute(disk, CrashPoint.BACKUP_LEAVE_OUT, statement, sql);
            }
        } finally {
            Sqlite.close(connection, disk);
        }
    }

    /** Entries that are in the archive are not part of a backup; without a snapshot of them it is of no use. */
    private static void checkStandsAlone(Verified found) {
        if (!found.standsAlone()) {
            throw new DamagedJournal(
                    found.file(),
                    found.archived(),
                    "no snapshot has this entry, and it is in the archive, which is not part of a backup",
                    null);
        }
    }

    /** Says whether the journal is damaged, or only the copy. */
    private static DamagedJournal blamed(Path journal, DamagedJournal copy, Disk disk) {
        try {
            Verified source = Verified.ofData(journal.toAbsolutePath().resolveSibling(""), disk);
            return source.damage()
                    .<DamagedJournal>map(damage -> damage)
                    .orElseGet(() -> new DamagedJournal(
                            journal.toString(), 0, "is whole, but its copy is not: " + copy.problem(), copy));
        } catch (DamagedJournal e) {
            return e;
        }
    }

    static Verified restore(Path backup, Path data, Disk disk) {
        try {
            if (!isEmpty(data)) {
                throw new DirectoryNotEmptyException(
                        data + " is not empty; a backup is restored into an empty directory");
            }
            Verified found = Verified.ofBackup(backup, disk);
            checkStandsAlone(found);
            disk.at(CrashPoint.MAKE_DIRECTORY, () -> Privacy.directory(data));
            Path copy = data.resolve(SqliteJournal.FILE);
            Path partial = data.resolve(SqliteJournal.FILE + PARTIAL);
            try {
                disk.at(CrashPoint.RESTORE_CREATE, () -> Privacy.newFile(partial));
                disk.at(CrashPoint.RESTORE_COPY, () -> fill(partial, backup));
                Verified.ofBackup(partial, disk);
                publish(CrashPoint.RESTORE_PUBLISH, partial, copy, disk);
            } finally {
                delete(partial, disk);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A directory whose restore was cut short looks like a new one, and must not be served as one. */
    static void checkNotInterrupted(Path data) throws IOException {
        Path partial = data.resolve(SqliteJournal.FILE + PARTIAL);
        if (Files.exists(partial)) {
            throw new IOException("a restore into it was interrupted; delete " + partial + " and restore again");
        }
    }

    private static long fill(Path file, Path from) throws IOException {
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long size = in.size();
            for (long done = 0; done < size; ) {
                done += in.transferTo(done, size - done, out);
            }
            out.force(true);
            return size;
        }
    }

    private static void publish(CrashPoint point, Path partial, Path file, Disk disk) throws IOException {
        checkAbsent(file);
        Path directory = file.toAbsolutePath().resolveSibling("");
        try {
            disk.at(point, () -> Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE));
            disk.at(CrashPoint.SYNC_DIRECTORY, () -> sync(directory, StandardOpenOption.READ));
        } catch (IOException e) {
            // Nothing that is said to have failed may be found later.
            if (!Files.exists(partial)) {
                delete(file, disk);
            }
            throw e;
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

    private static boolean sync(Path file, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, how)) {
            channel.force(true);
            return true;
        }
    }

    private static void delete(Path file, Disk disk) {
        try {
            disk.at(CrashPoint.DELETE_PARTIAL, () -> Files.deleteIfExists(file));
        } catch (IOException e) {
            // the error that led here is the one to report
        }
    }
}
