package dev.berth.journal.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Files and directories that only their owner can read, from the moment they exist. A journal holds everybody's bookings
 * and the hashes of their tokens. Where the file system knows no owners (Windows), permissions are left to it.
 */
final class Privacy {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private Privacy() {}

    /** Makes a file that must not exist yet. */
    static Path newFile(Path file) throws IOException {
        return Files.createFile(file, attributes(file, FILE));
    }

    /** Makes the file unless it is there. SQLite gives its log and index files the permissions of the database. */
    static Path file(Path file) throws IOException {
        try {
            return newFile(file);
        } catch (FileAlreadyExistsException e) {
            return file;
        }
    }

    /** Makes the directory unless it is there; its parents, if they have to be made, are as the system makes them. */
    static Path directory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return directory;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        return Files.createDirectory(directory, attributes(directory, DIRECTORY));
    }

    /** Takes away what others may do with a file or directory; false if they may do nothing already. */
    static boolean tighten(Path path) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null || Files.isSymbolicLink(path)) {
            return false;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        EnumSet<PosixFilePermission> own = EnumSet.noneOf(PosixFilePermission.class);
        own.addAll(permissions);
        own.retainAll(DIRECTORY);
        if (own.equals(permissions)) {
            return false;
        }
        view.setPermissions(own);
        return true;
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
