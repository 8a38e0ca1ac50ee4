package dev.berth.journal.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Directories in memory where the system has some: crashes that are only simulated do not need a disk that syncs, and
 * there are many of them.
 */
public final class MemoryDirectory implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH = 256 << 20;

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH
                ? Files.createTempDirectory(MEMORY, "berth")
                : Files.createTempDirectory("berth");
    }
}
