package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself. */
public final class ThisHost {
    private ThisHost() {}

    public static String name() {
        Path file = Path.of("/proc/sys/kernel/hostname");
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            throw new Failed("Cannot read the name of this machine; give it with --host", e);
        }
    }
}
