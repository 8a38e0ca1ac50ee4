package dev.berth.words;

import java.util.Map;
import java.util.Optional;

/** Small numbers as people say them. */
final class Numbers {
    private static final Map<String, Integer> NAMES = Map.ofEntries(
            Map.entry("a", 1),
            Map.entry("an", 1),
            Map.entry("one", 1),
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("four", 4),
            Map.entry("five", 5),
            Map.entry("six", 6),
            Map.entry("seven", 7),
            Map.entry("eight", 8),
            Map.entry("nine", 9),
            Map.entry("ten", 10),
            Map.entry("eleven", 11),
            Map.entry("twelve", 12));

    private Numbers() {}

    /** Whole number from {@code 4}, {@code four} or {@code a}; empty if it is none or has more than eight digits. */
    static Optional<Integer> whole(String word) {
        return word.matches("[0-9]{1,8}") ? Optional.of(Integer.parseInt(word)) : Optional.ofNullable(NAMES.get(word));
    }
}
