package dev.berth.service.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
     * Those this process has. It must not even open their locks a second time: on POSIX systems closing any channel of a
     * file gives back all locks that the process holds on it.
     */
    private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel lock;
    private final FileChannel witness;

    private DataDirectory(Path directory, FileChannel lock, FileChannel witness) {
        this.directory = directory;
        this.lock = lock;
        this.witness = witness;
    }

    /** Makes the directory if need be, and takes it. */
    static DataDirectory take(Path wanted) {
        try {
            Path directory = Files.createDirectories(wanted).toRealPath();
            String pid = Long.toString(ProcessHandle.current().pid());
            if (!TAKEN.add(directory)) {
                throw inUse(directory, "process " + pid);
            }
            try {
                FileChannel lock = locked(directory);
                lock.truncate(0);
                lock.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
                return new DataDirectory(directory, lock, channel(directory.resolve("acknowledged")));
            } catch (IOException | RuntimeException e) {
                TAKEN.remove(directory);
                throw e;
            }
        } catch (IOException e) {
            throw new JournalUnavailable("cannot use " + wanted + " for data: " + e, e);
        }
    }

    private static FileChannel locked(Path directory) throws IOException {
        FileChannel lock = channel(directory.resolve("lock"));
        if (lock.tryLock() == null) {
            try (lock) {
                throw inUse(directory, owner(lock));
            }
        }
        return lock;
    }

    private static JournalInUse inUse(Path directory, String owner) {
        return new JournalInUse(directory + " is in use by " + owner + "; a journal has one writer");
    }

    private static FileChannel channel(Path file) throws IOException {
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
        ByteBuffer bytes = ByteBuffer.allocate(16);
        return witness.read(bytes, 0) == 16 && bytes.getLong(8) == sum(bytes.getLong(0)) ? bytes.getLong(0) : 0;
    }

    void acknowledge(long number) {
        ByteBuffer bytes = ByteBuffer.allocate(16).putLong(number).putLong(sum(number));
        try {
            witness.write(bytes.flip(), 0);
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
