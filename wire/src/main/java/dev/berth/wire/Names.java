package dev.berth.wire;

import java.util.Locale;

/** Names of enum constants in the API: {@code AS_ASKED} is {@code as-asked}. */
public final class Names {
    private Names() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
