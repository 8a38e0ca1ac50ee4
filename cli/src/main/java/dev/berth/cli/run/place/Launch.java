package dev.berth.cli.run.place;

import java.util.List;
import java.util.UUID;

/**
 * A command that is to be started.
 *
 * @param mark by which it is known from then on, also to those who come after its runner
 * @param reservation whose servers it may use
 * @param mayGetMore whether its time may become longer while it runs
 */
public record Launch(
        String mark, String reservation, List<String> words, Surroundings surroundings, boolean mayGetMore) {
    public Launch {
        words = List.copyOf(words);
    }

    /** A mark that no other command has. */
    public static String newMark() {
        return UUID.randomUUID().toString();
    }
}
