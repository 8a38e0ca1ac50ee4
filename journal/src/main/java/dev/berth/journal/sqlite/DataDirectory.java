package dev.berth.journal.sqlite;

import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalUnavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that one process has to itself, and a witness in it: the highest number ever acknowledged. SQLite drops what
 * follows damage in its write-ahead log without a word; the witness tells that something is missing. It is not synced, so
 * after a power failure it may lag behind; it never runs ahead.
 */
final class DataDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

    /**
     * Directories that this process has open. It must not even open their locks a second time: on POSIX systems closing any
     * channel of a file releases all locks that the process holds on it.
     */
    private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

    private static final String LOCK = "lock";
    private static final String WITNESS = "acknowledged";
    /** Where {@link Archive} keeps old entries. */
    static final String ARCHIVE = "archive";
    /** Begins the names of snapshots that were found damaged. */
    static final String ASIDE = "damaged-snapshot-";

    private final Path directory;
    private final Disk disk;
    private final FileChannel lock;
    private final FileChannel witness;

    private DataDirectory(Path directory, Disk disk, FileChannel lock, FileChannel witness) {
        this.directory = directory;
        this.disk = disk;
        this.lock = lock;
        this.witness = witness;
    }

    /** Makes the directory if need be, takes it, and lets nobody else read what is in it. */
    static DataDirectory take(Path wanted, Disk disk) {
        try {
            Path directory = disk.at(
                    CrashPoint.MAKE_DIRECTORY, () -> Privacy.directory(wanted).toRealPath());
            if (!TAKEN.add(directory)) {
                throw inUse(directory, "process " + ProcessHandle.current().pid());
            }
            try {
                return take(directory, disk, disk.at(CrashPoint.TAKE_LOCK, () -> locked(directory)));
            } catch (IOException | RuntimeException e) {
                TAKEN.remove(directory);
                throw e;
            }
        } catch (IOException e) {
            throw new JournalUnavailable("cannot use " + wanted + " for data: " + e, e);
        }
    }

    private static DataDirectory take(Path directory, Disk disk, FileChannel lock) throws IOException {
        try {
            String pid = Long.toString(ProcessHandle.current().pid());
            disk.at(CrashPoint.WRITE_OWNER, () -> {
                lock.truncate(0);
                return lock.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
            });
            tighten(directory, disk);
            Path witness = directory.resolve(WITNESS);
            return new DataDirectory(directory, disk, lock, disk.at(CrashPoint.OPEN_WITNESS, () -> channel(witness)));
        } catch (IOException | RuntimeException e) {
            try (lock) {
                throw e;
            }
        }
    }

    private static FileChannel locked(Path directory) throws IOException {
        FileChannel lock = channel(directory.resolve(LOCK));
        if (lock.tryLock() == null) {
            try (lock) {
                throw inUse(directory, owner(lock));
            }
        }
        return lock;
    }

    /** Restricts files to their owner: those made by older versions could be read by everybody. */
    private static void tighten(Path directory, Disk disk) throws IOException {
        List<Path> own = new ArrayList<>();
        boolean isShared = false;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (isOwn(file)) {
                    own.add(file);
                } else {
                    isShared = true;
                }
            }
        }
        for (String sub : List.of(ARCHIVE, NativeLibrary.DIRECTORY)) {
            if (Files.isDirectory(directory.resolve(sub))) {
                try (Stream<Path> files = Files.list(directory.resolve(sub))) {
                    files.forEach(own::add);
                }
            }
        }
        if (!isShared) {
            // A directory that holds other things, such as a home, is not ours to close.
            own.add(directory);
        }
        for (Path path : own) {
            try {
                if (disk.at(CrashPoint.TIGHTEN, () -> Privacy.tighten(path))) {
                    LOG.warn("{} could be read by others; now only its owner can", path);
                }
            } catch (IOException e) {
                LOG.warn("{} may be readable by others: cannot change its permissions: {}", path, e.toString());
            }
        }
    }

    private static boolean isOwn(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(SqliteJournal.FILE)
                || name.startsWith(ASIDE)
                || Set.of(LOCK, WITNESS, ARCHIVE, NativeLibrary.DIRECTORY).contains(name);
    }

    private static JournalInUse inUse(Path directory, String owner) {
        return new JournalInUse(directory + " is in use by " + owner + "; a journal has one writer");
    }

    private static FileChannel channel(Path file) throws IOException {
        Privacy.file(file);
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static String owner(FileChannel lock) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        lock.read(bytes, 0);
        String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        return pid.matches("[0-9]+") ? "process " + pid : "another process";
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    /** The highest number that {@link #acknowledge} was told and that is still known; 0 if none is. */
    long acknowledged() throws IOException {
        return disk.at(CrashPoint.READ_WITNESS, () -> acknowledged(witness));
    }

    /** The same of a directory that another process may have. */
    static long acknowledged(Path data, Disk disk) throws IOException {
        Path file = data.resolve(WITNESS);
        if (!Files.exists(file)) {
            return 0;
        }
        try (FileChannel witness = FileChannel.open(file, StandardOpenOption.READ)) {
            return disk.at(CrashPoint.READ_WITNESS, () -> acknowledged(witness));
        }
    }

    private static long acknowledged(FileChannel witness) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        return witness.read(bytes, 0) == 16 && bytes.getLong(8) == sum(bytes.getLong(0)) ? bytes.getLong(0) : 0;
    }

    void acknowledge(long number) {
        ByteBuffer bytes = ByteBuffer.allocate(16).putLong(number).putLong(sum(number));
        try {
            disk.at(CrashPoint.WRITE_WITNESS, () -> witness.write(bytes.flip(), 0));
        } catch (IOException e) {
            // The journal itself is safe: this only makes later damage harder to see.
            LOG.warn("cannot note in {} that entry {} is acknowledged", directory, number, e);
        }
    }

    private static long sum(long number) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(8).putLong(number).flip());
        return sum.getValue();
    }

    @Override
    public void close() {
        try (witness;
                lock) {
            // closing the channel gives the lock back
        } catch (IOException e) {
            LOG.warn("cannot close {}", directory, e);
        } finally {
            TAKEN.remove(directory);
        }
    }
}
