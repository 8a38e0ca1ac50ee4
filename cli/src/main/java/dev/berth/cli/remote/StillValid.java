package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Credentials that stay valid when sessions end: tokens for scripts and the calendar link. */
public final class StillValid {
    private StillValid() {}

    /** Each as its owner knows it; empty if there is nothing, or if the service does not say. */
    public static List<String> of(ServiceClient service) {
        List<String> valid = new ArrayList<>();
        Reply tokens = service.send("GET", "/tokens");
        if (tokens.isGood()) {
            for (JsonNode token : tokens.json().path("tokens")) {
                String note = token.path("note").asText("");
                valid.add("token " + token.path("id").asText() + (note.isEmpty() ? "" : " (" + note + ")"));
            }
        }
        Reply link = service.send("GET", "/calendar/link");
        if (link.isGood() && link.json().has("made")) {
            valid.add("your calendar link");
        }
        return List.copyOf(valid);
    }

    /** The same in words, with how to end it; empty if there is nothing. */
    public static String words(List<String> valid, String howToEnd) {
        return valid.isEmpty()
                ? ""
                : "Still valid: %s\nTo end them as well: %s\n".formatted(String.join(", ", valid), howToEnd);
    }
}
