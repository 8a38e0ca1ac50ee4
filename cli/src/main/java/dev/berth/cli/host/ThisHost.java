package dev.berth.cli.host;

import dev.berth.cli.console.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The machine that this process runs on.
 *
 * @param name without the domain, in small letters
 */
public record ThisHost(String name) {
    /** Attribute with the name of the machine, for a pool whose servers are all on one machine. */
    public static final String ATTRIBUTE = "host";

    /** Names the machine where its own name means nothing, as in a container. */
    public static final String VARIABLE = "BERTH_HOST";

    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

    public ThisHost {
        name = plain(name);
    }

    public static ThisHost of(Environment environment) {
        String given = environment.variable(VARIABLE);
        if (!given.isEmpty()) {
            return new ThisHost(given);
        }
        try {
            return new ThisHost(Files.readString(NAME).strip());
        } catch (IOException e) {
            // Not Linux.
            String variable = environment.variable("HOSTNAME");
            return new ThisHost(variable.isEmpty() ? "localhost" : variable);
        }
    }

    /** Whether a name, with its domain or without, is that of this machine. */
    public boolean isCalled(String other) {
        return plain(other).equals(name);
    }

    private static String plain(String name) {
        int dot = name.indexOf('.');
        return (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
    }
}
