package dev.berth.soak.target;

import dev.berth.server.settings.SiteFile;
import dev.berth.soak.fuzz.FuzzTarget;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code site.yaml}. */
public final class YamlTarget implements FuzzTarget {
    private final Path file;

    public YamlTarget() {
        try {
            file = Files.createTempFile("berth-fuzz", ".yaml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "yaml";
    }

    @Override
    public List<String> words() {
        return List.of(
                "name: ",
                "pools: ",
                "listen: ",
                "tls: ",
                "limits: ",
                "intake: ",
                "servers: ",
                "rate: ",
                "&a ",
                "*a",
                "<<: ",
                "!!java.net.URL ",
                "? ",
                "- ",
                "|\n",
                "---\n",
                "%YAML 1.1\n");
    }

    @Override
    public void read(byte[] input) throws IOException {
        Files.write(file, input);
        try {
            SiteFile.read(file);
        } catch (Invalid | CharacterCodingException e) {
            // refused as documented
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
