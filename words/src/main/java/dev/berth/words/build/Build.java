package dev.berth.words.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * A build of the program. It is read from a file on the class path and not from the manifest of a jar: there is one in every
 * jar of a package, and none where the program runs from its classes.
 *
 * @param version such as {@code 1.2.0}
 * @param commit of the sources, with {@code -dirty} if they had been changed since; empty if it is not known
 */
public record Build(String version, String commit) {
    private static final String UNKNOWN = "unknown";

    private static final Build OWN = read();

    /** That of this program. */
    public static Build own() {
        return OWN;
    }

    private static Build read() {
        Properties properties = new Properties();
        try (InputStream file = Build.class.getResourceAsStream("build.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Build(filledIn(properties, "version", UNKNOWN), filledIn(properties, "commit", ""));
    }

    /** A development environment may copy the file without filling it in. */
    private static String filledIn(Properties properties, String name, String otherwise) {
        String value = properties.getProperty(name, "");
        return value.isEmpty() || value.startsWith("${") ? otherwise : value;
    }

    /** Version for people to read, such as {@code 1.2.0+1a2b3c4d5e}. */
    @Override
    public String toString() {
        return commit.isEmpty() ? version : version + "+" + commit;
    }
}
