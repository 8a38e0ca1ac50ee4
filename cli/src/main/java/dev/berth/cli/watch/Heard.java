package dev.berth.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Failed;

/** Message of the feed to the command. */
sealed interface Heard {
    /** Something happened at the site. */
    record Event(JsonNode event) implements Heard {}

    /** Something may have been missed: read anew. */
    record Gap() implements Heard {}

    /** The connection is lost; it is being made again. */
    record Lost(String why) implements Heard {}

    /** The connection is there again. */
    record Back() implements Heard {}

    /** The service will tell no more. */
    record Over(Failed why) implements Heard {}

    /** Somebody wants it to end. */
    record Stopped() implements Heard {}
}
