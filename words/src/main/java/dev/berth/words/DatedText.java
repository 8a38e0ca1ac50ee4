package dev.berth.words;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Sentence as a journal keeps it: finished text with times in UTC, and where in it they stand. So it can be written for the zone
 * of a reader later on, and nobody has to look for times in it, where the name of a job may look like one.
 *
 * @param times indexes of the first letters of the times, in order
 */
public record DatedText(String text, List<Integer> times) {
    private static final String MORE = "...";

    public DatedText {
        times = List.copyOf(times);
    }

    /**
     * Text of a sentence.
     *
     * @param most longest text that is kept; the rest of a longer one is left out
     */
    public static DatedText of(Phrase sentence, int most) {
        StringBuilder text = new StringBuilder();
        List<Integer> times = new ArrayList<>();
        for (Object piece : sentence.pieces()) {
            String words = piece instanceof Phrase.Time time
                    ? Instant.ofEpochMilli(time.millis()).toString()
                    : (String) piece;
            if (piece instanceof Phrase.Time && text.length() + words.length() <= most - MORE.length()) {
                times.add(text.length());
            }
            text.append(words);
        }
        if (text.length() > most) {
            text.setLength(most - MORE.length());
            text.append(MORE);
        }
        return new DatedText(text.toString(), times);
    }

    /** The sentence again. */
    public Phrase phrase() {
        List<Phrase> pieces = new ArrayList<>();
        int from = 0;
        for (int at : times) {
            int end = text.indexOf('Z', at) + 1;
            pieces.add(Phrase.text(text.substring(from, at)));
            pieces.add(Phrase.of(
                    "%s", Phrase.time(Instant.parse(text.substring(at, end)).toEpochMilli())));
            from = end;
        }
        pieces.add(Phrase.text(text.substring(from)));
        return Phrase.joined("", pieces);
    }
}
