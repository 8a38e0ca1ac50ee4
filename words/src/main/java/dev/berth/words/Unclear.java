package dev.berth.words;

/**
 * Words that are not understood.
 *
 * @param words as they were typed
 * @param word where they begin, counted from 1
 * @param message one or two sentences: which words, where, and what to type instead
 */
public record Unclear(String words, int word, String message) {
    static Unclear of(String words, int word, String advice) {
        return new Unclear(words, word, "Not understood: \"%s\" (word %d). %s".formatted(words, word, advice));
    }
}
