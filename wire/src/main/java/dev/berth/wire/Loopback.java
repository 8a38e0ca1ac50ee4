package dev.berth.wire;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** This machine, by the names that no name server is asked about. */
public final class Loopback {
    private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    private Loopback() {}

    public static boolean isName(@Nullable String host) {
        return host != null && NAMES.contains(host);
    }
}
