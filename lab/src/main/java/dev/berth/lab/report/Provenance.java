package dev.berth.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Origin of a figure: a reader of its report can make it again, to the letter.
 *
 * @param words of the command line after {@code berth lab run}
 * @param program that made it, with version and commit
 * @param inputs files that were read
 */
public record Provenance(List<String> words, String program, List<Input> inputs) {
    public Provenance {
        words = List.copyOf(words);
        inputs = List.copyOf(inputs);
    }

    /** A file by its name and its content. */
    public record Input(String name, String sha256) {
        /** Reads all of a file. */
        public static Input of(Path file) throws IOException {
            MessageDigest digest;
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return new Input(String.valueOf(file.getFileName()), HexFormat.of().formatHex(digest.digest()));
        }
    }

    /** The command that yields the figure again. */
    String command() {
        return "berth lab run" + words.stream().map(word -> " " + quoted(word)).collect(Collectors.joining());
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:,+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
