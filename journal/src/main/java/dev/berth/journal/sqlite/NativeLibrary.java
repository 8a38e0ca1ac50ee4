package dev.berth.journal.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The native part of SQLite's driver, kept in the data directory. The driver would unpack it into the directory for
 * temporary files at every start, and a process that is killed leaves its megabyte behind there.
 */
final class NativeLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    static final String DIRECTORY = "native";
    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    private NativeLibrary() {}

    /**
     * Lets the driver load the library from here. A process loads it once, so only the first call counts. If the
     * directory cannot be written, or nothing may be executed from it, the driver does as it always did.
     */
    static synchronized void keepIn(Path data) {
        if (System.getProperty(PATH) != null) {
            return;
        }
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        try (InputStream packed = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (packed == null) {
                return;
            }
            Path directory = Privacy.directory(data.resolve(DIRECTORY));
            Path library =
                    directory.resolve(SQLiteJDBCLoader.getVersion() + "-" + LibraryLoaderUtil.getNativeLibName());
            unpack(packed.readAllBytes(), library);
            forgetOthers(directory, library);
            System.setProperty(NAME, library.getFileName().toString());
            System.setProperty(PATH, directory.toAbsolutePath().toString());
        } catch (IOException e) {
            LOG.debug("the driver unpacks its native library by itself: {}", e.toString());
        }
    }

    /** Whole or not at all, also if several processes do it at once. */
    private static void unpack(byte[] bytes, Path library) throws IOException {
        if (Files.exists(library) && Arrays.equals(Files.readAllBytes(library), bytes)) {
            return;
        }
        Path fresh = Privacy.newFile(
                library.resolveSibling("unpacking-" + ProcessHandle.current().pid()));
        try {
            Files.write(fresh, bytes);
            Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Deletes libraries of other versions, and files left by processes that were killed while unpacking. */
    private static void forgetOthers(Path directory, Path library) throws IOException {
        List<Path> others;
        try (Stream<Path> files = Files.list(directory)) {
            others = files.filter(file -> !file.equals(library)).toList();
        }
        for (Path other : others) {
            Files.deleteIfExists(other);
        }
    }
}
