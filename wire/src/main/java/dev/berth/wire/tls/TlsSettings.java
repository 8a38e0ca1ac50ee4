package dev.berth.wire.tls;

import dev.berth.wire.Fields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code tls} of {@code site.yaml}: either a keystore with its password file, or a certificate with its key. */
public final class TlsSettings {
    private static final List<String> KEYSTORE = List.of("keystore", "passwordFile");
    private static final List<String> PEM = List.of("certificate", "key");

    private TlsSettings() {}

    public static @Nullable Tls read(Fields fields, @Nullable Path directory) {
        boolean isPem = PEM.stream().anyMatch(fields::has);
        if (isPem) {
            KEYSTORE.stream()
                    .filter(fields::has)
                    .forEach(field -> fields.fault(field, "cannot be combined with certificate and key"));
        }
        Path first = file(fields, isPem ? "certificate" : "keystore", directory);
        Path second = file(fields, isPem ? "key" : "passwordFile", directory);
        fields.closed();
        if (first == null || second == null) {
            return null;
        }
        return isPem ? new Tls.Pem(first, second) : new Tls.Keystore(first, second);
    }

    private static @Nullable Path file(Fields fields, String field, @Nullable Path directory) {
        fields.require(field);
        return fields.parsed(field, "must be an existing file", text -> {
            Path path = directory == null ? Path.of(text) : directory.resolve(text);
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException("no such file");
            }
            return path;
        });
    }
}
