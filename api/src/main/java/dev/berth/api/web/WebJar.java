package dev.berth.api.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;

/** Somebody else's files for browsers, from the class path. */
public record WebJar(String name, String version) {
    public static WebJar of(String group, String name) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(new String(
                    resource("/META-INF/maven/" + group + "/" + name + "/pom.properties"), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new WebJar(name, properties.getProperty("version", ""));
    }

    public Optional<byte[]> file(String path) {
        return found("/META-INF/resources/webjars/" + name + "/" + version + "/" + path);
    }

    static byte[] resource(String name) {
        return found(name).orElseThrow(() -> new IllegalStateException("not packaged: " + name));
    }

    static Optional<byte[]> found(String name) {
        try (InputStream in = WebJar.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
