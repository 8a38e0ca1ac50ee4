package dev.berth.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A file with a secret, which only its owner may read: {@code site.yaml} is often shown to others, and never has one. */
public final class SecretFile {
    private static final int LONGEST = 4_096;
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private SecretFile() {}

    public static @Nullable Path read(Fields fields, String field, @Nullable Path directory) {
        return fields.parsed(field, "must be a file with the secret that only its owner can read (chmod 600)", text -> {
            Path path = directory == null ? Path.of(text) : directory.resolve(text);
            if (!Files.isRegularFile(path) || isOpenToOthers(path)) {
                throw new IllegalArgumentException("not a secret file");
            }
            return path;
        });
    }

    /** Whether others than its owner may read or write it. */
    public static boolean isOpenToOthers(Path path) {
        try {
            return Files.getPosixFilePermissions(path).stream().anyMatch(OF_OTHERS::contains);
        } catch (UnsupportedOperationException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** The secret, without the end of its line; read each time, so that a new one is used at once. */
    public static String content(Path file) throws IOException {
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + " is too long for a secret");
        }
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }
}
