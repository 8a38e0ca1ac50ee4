package dev.berth.cli.run.fence;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Directory in which Linux shows a control group that was made for a command. */
public record GroupDirectory(Path path) {
    /** Processes that are in a group. */
    public static final String PROCESSES = "cgroup.procs";

    private static final int MOST_TRIES = 20;
    private static final long PAUSE_NANOS = 10_000_000;
    /** Linux counts memory in pages, which are no larger on any machine. */
    private static final long LARGEST_PAGE = 64 << 10;

    /** Sets a value and reads it back: Linux may take less than was asked for, or take it and do nothing. */
    void set(String file, String value) throws IOException {
        Path place = path.resolve(file);
        Files.writeString(place, value);
        String there = Files.readString(place).strip();
        if (!there.equals(value)) {
            throw new IOException("%s is %s instead of %s".formatted(place, there, value));
        }
    }

    /** Sets a number of bytes, which Linux rounds down to whole pages. */
    void setBytes(String file, long bytes) throws IOException {
        Path place = path.resolve(file);
        Files.writeString(place, Long.toString(bytes));
        String there = Files.readString(place).strip();
        if (!there.matches("\\d{1,18}")
                || Long.parseLong(there) > bytes
                || Long.parseLong(there) <= bytes - LARGEST_PAGE) {
            throw new IOException("%s is %s instead of %d".formatted(place, there, bytes));
        }
    }

    boolean has(String file) {
        return Files.exists(path.resolve(file));
    }

    /** Words in a file of the group, such as the controllers that it hands down; none if it cannot be read. */
    List<String> words(String file) {
        try {
            return List.of(Files.readString(path.resolve(file)).strip().split("\\s+"));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Number behind a word at the beginning of a line; 0 if there is none. */
    long number(String file, String word) {
        try {
            return Files.readAllLines(path.resolve(file)).stream()
                    .filter(line -> line.startsWith(word + " "))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(word.length() + 1).strip()))
                    .sum();
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** The groups below it, which a command may have made. */
    public List<Path> below() throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(path, Files::isDirectory)) {
            folders.forEach(all::add);
        }
        return all;
    }

    /** Removes it if it is empty; processes that were killed take a moment to go. */
    public void remove() {
        for (int tries = 0; tries < MOST_TRIES && !isRemoved(); tries++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isRemoved() {
        try {
            if (Files.exists(path)) {
                for (Path each : below()) {
                    new GroupDirectory(each).isRemoved();
                }
                Files.deleteIfExists(path);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
