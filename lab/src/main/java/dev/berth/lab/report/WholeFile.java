package dev.berth.lab.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there whole or not at all, so that a killed run leaves no half file for a reader to believe. */
final class WholeFile {
    private WholeFile() {}

    @FunctionalInterface
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static void write(Path file, byte[] bytes) throws IOException {
        write(file, out -> out.write(bytes));
    }

    /** Writes what is too long to be held at once. */
    static void write(Path file, Content content) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path draft = absolute.resolveSibling(absolute.getFileName() + ".part");
        try {
            Files.createDirectories(draft.resolveSibling(""));
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
                content.to(out);
            }
            Files.move(draft, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IOException("cannot write " + file + ": " + e, e);
        }
    }
}
