package dev.berth.cli.workflow.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lets one process at a time run a plan in a directory. The system gives it up when that process dies. */
record RunLock(FileChannel file) {
    /** Takes it; the directory is created if need be. */
    static RunLock take(Path logs, String plan) {
        try {
            Files.createDirectories(logs);
            FileChannel file =
                    FileChannel.open(logs.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isLocked(file)) {
                return new RunLock(file);
            }
            file.close();
            throw new BadInput("%s is being run by another process in %s; stop that one first".formatted(plan, logs));
        } catch (IOException e) {
            throw new Failed("Cannot write to the directory " + logs, e);
        }
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    void close() {
        try {
            file.close();
        } catch (IOException e) {
            // The system closes it with the process.
        }
    }
}
