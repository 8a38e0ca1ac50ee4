package dev.berth.cli.command;

import dev.berth.wire.json.Nearest;
import java.util.List;

/** Suggestions for a name that does not exist. */
final class Suggestions {
    private Suggestions() {}

    /** A line that asks for the nearest name; empty if none is near. */
    static String of(String given, List<String> names) {
        return Nearest.of(given, names)
                .map(name -> "\nDid you mean: " + name + "?")
                .orElse("");
    }
}
