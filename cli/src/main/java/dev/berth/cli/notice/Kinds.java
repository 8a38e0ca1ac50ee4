package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The kinds of notices as they are typed. */
final class Kinds {
    static final List<String> ALL = List.of(
            "confirmed",
            "starts-soon",
            "moved",
            "degraded",
            "recovered",
            "ends-soon",
            "turned-away",
            "released",
            "asked",
            "ask-accepted",
            "ask-declined",
            "ask-ended",
            "room-found");

    static final String ABOUT =
            "Kinds of notices, separated by commas: " + String.join(", ", ALL) + "; or all, or none";

    private Kinds() {}

    /** The service names those it does not know. */
    static void put(ObjectNode request, String text) {
        ArrayNode kinds = request.putArray("kinds");
        switch (text) {
            case "all" -> ALL.forEach(kinds::add);
            case "none" -> {}
            default -> List.of(text.split(",", -1)).forEach(kind -> kinds.add(kind.strip()));
        }
    }
}
