package dev.berth.api;

import org.jspecify.annotations.Nullable;

/** Unwraps values of readers, which are present if no field was wrong. */
public final class Checks {
    private Checks() {}

    public static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing was wrong and nothing was read");
        }
        return value;
    }
}
