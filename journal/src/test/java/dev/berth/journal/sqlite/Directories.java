package dev.berth.journal.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Whole directories. */
public final class Directories {
    private Directories() {}

    /** The files by name, without the library, which is large and none of the journal's. */
    public static Map<String, byte[]> read(Path directory) {
        Map<String, byte[]> files = new TreeMap<>();
        for (Path path : list(directory)) {
            if (Files.isRegularFile(path) && !path.getParent().endsWith(NativeLibrary.DIRECTORY)) {
                try {
                    files.put(directory.relativize(path).toString(), Files.readAllBytes(path));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return files;
    }

    public static void write(Map<String, byte[]> files, Path directory) {
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void copy(Path from, Path to) {
        write(read(from), to);
    }

    public static void delete(Path path) {
        try {
            for (Path each :
                    list(path).stream().sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> list(Path path) {
        if (!Files.exists(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(each -> !each.equals(path) || !Files.isDirectory(each))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether files are the same, but for the index of the log, which SQLite makes anew after a crash. */
    public static boolean same(Map<String, byte[]> one, Map<String, byte[]> other) {
        return one.keySet().equals(other.keySet())
                && one.entrySet().stream()
                        .allMatch(file -> file.getKey().endsWith("-shm")
                                || Arrays.equals(file.getValue(), other.get(file.getKey())));
    }
}
