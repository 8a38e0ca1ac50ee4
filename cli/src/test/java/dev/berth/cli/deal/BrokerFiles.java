package dev.berth.cli.deal;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The files of a broker over sites, where its user admin has a token that may book. */
public final class BrokerFiles {
    private BrokerFiles() {}

    /** Writes {@code sites.yaml} and {@code tokens.yaml}, and returns the first. */
    public static Path write(Path directory, Map<String, Shop> sites) throws IOException {
        StringBuilder tokens = new StringBuilder("admin:\n");
        for (Map.Entry<String, Shop> site : sites.entrySet()) {
            Ran token = site.getValue().berth("account", "token", "add", "broker", "--scope", "book");
            tokens.append("  ")
                    .append(site.getKey())
                    .append(": ")
                    .append(token.out().strip())
                    .append('\n');
        }
        secret(directory.resolve("tokens.yaml"), tokens.toString());
        List<String> lines = sites.entrySet().stream()
                .map(each -> "  - {name: %s, address: \"%s\"}\n"
                        .formatted(each.getKey(), each.getValue().address()))
                .toList();
        return Files.writeString(
                directory.resolve("sites.yaml"),
                lines.stream().collect(Collectors.joining("", "tokens: tokens.yaml\nsites:\n", "")));
    }

    public static Path secret(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }
}
