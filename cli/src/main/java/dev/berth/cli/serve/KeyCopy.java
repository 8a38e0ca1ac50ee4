package dev.berth.cli.serve;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The key of webhooks beside a backup. It is a file of its own, so that a backup alone holds no secret that is in use; without the key
 * all webhooks must be added again.
 */
final class KeyCopy {
    private static final String KEY = "webhooks.key";

    private KeyCopy() {}

    /** Where the key of a backup is. */
    static Path beside(Path backup) {
        return backup.resolveSibling(backup.getFileName() + ".key");
    }

    /** Copies the key of a data directory; whether there is one. */
    static boolean save(Path data, Path backup) {
        return copied(data.resolve(KEY), beside(backup));
    }

    /** Puts the key of a backup into a data directory; whether there is one. */
    static boolean restore(Path backup, Path data) {
        return copied(beside(backup), data.resolve(KEY));
    }

    private static boolean copied(Path from, Path to) {
        if (!Files.exists(from)) {
            return false;
        }
        try {
            if (Files.exists(to)) {
                if (Files.mismatch(from, to) < 0) {
                    return true;
                }
                throw new Failed(to + " already exists; move it away and try again");
            }
            // Such a file is its owner's alone; and a crash leaves nothing half copied.
            Path fresh = Files.createTempFile(to.toAbsolutePath().resolveSibling(""), "webhooks", ".new");
            Files.write(fresh, Files.readAllBytes(from), StandardOpenOption.SYNC);
            Files.move(fresh, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            throw new Failed("Cannot copy " + from + " to " + to, e);
        }
    }
}
