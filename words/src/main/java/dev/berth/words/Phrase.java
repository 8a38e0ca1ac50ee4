package dev.berth.words;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * Sentence for people in which times stay numbers until it is known who reads it. So nobody has to look for times in a finished
 * sentence, where the name of a job may look like one.
 *
 * @param pattern as {@link String#format} takes it, with its values in their order
 * @param values for the pattern: a {@link Time} is written for the reader, a phrase within this one as well, all else as it is
 */
public record Phrase(String pattern, List<Object> values) {
    /** Time in milliseconds. */
    public record Time(long millis) {}

    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    public Phrase {
        values = List.copyOf(values);
    }

    public static Phrase of(String pattern, Object... values) {
        return new Phrase(pattern, List.of(values));
    }

    /** Sentence that is finished: it has no times, or was kept as text. */
    public static Phrase text(String sentence) {
        return of("%s", sentence);
    }

    public static Time time(long millis) {
        return new Time(millis);
    }

    /** Phrases one after the other, with this between them. */
    public static Phrase joined(String separator, List<Phrase> phrases) {
        return new Phrase(
                String.join(
                        separator.replace("%", "%%"),
                        phrases.stream().map(each -> "%s").toList()),
                List.copyOf(phrases));
    }

    public Phrase and(String separator, Phrase next) {
        return joined(separator, List.of(this, next));
    }

    /** The sentence with its times in a zone, to the minute or to the second where there are some. */
    public String in(ZoneId zone) {
        return written(time -> Moments.text(Instant.ofEpochMilli(time), zone));
    }

    /** The sentence with its times as the API writes them, in UTC. */
    @Override
    public String toString() {
        return written(time -> Instant.ofEpochMilli(time).toString());
    }

    /** Whether the sentence is the same for every reader. */
    public boolean isPlain() {
        return values.stream()
                .noneMatch(value -> value instanceof Time || (value instanceof Phrase phrase && !phrase.isPlain()));
    }

    /** The sentence with its times as somebody writes them. */
    public String written(LongFunction<String> times) {
        StringBuilder written = new StringBuilder();
        for (Object piece : pieces()) {
            written.append(piece instanceof Time time ? times.apply(time.millis()) : piece);
        }
        return written.toString();
    }

    /** The sentence in order: text, and the times that its reader's zone is needed for. */
    List<Object> pieces() {
        List<Object> pieces = new ArrayList<>();
        Iterator<Object> next = values.iterator();
        int at = 0;
        while (at < pattern.length()) {
            int percent = pattern.indexOf('%', at);
            if (percent < 0) {
                percent = pattern.length();
            }
            pieces.add(pattern.substring(at, percent));
            int end = percent + 1;
            while (end < pattern.length() && !isConversion(pattern.charAt(end))) {
                end++;
            }
            at = end + 1;
            if (percent < pattern.length()) {
                String specifier = pattern.substring(percent, at);
                if (specifier.equals("%%")) {
                    pieces.add("%");
                } else {
                    add(pieces, specifier, next.next());
                }
            }
        }
        return pieces;
    }

    private static boolean isConversion(char sign) {
        return sign == '%' || Character.isLetter(sign);
    }

    private static void add(List<Object> pieces, String specifier, Object value) {
        switch (value) {
            case Time time ->
                pieces.add(time.millis() < 0 ? "before 1970" : time.millis() > LAST ? new Time(LAST) : time);
            case Phrase phrase -> pieces.addAll(phrase.pieces());
            default -> pieces.add(String.format(Locale.ROOT, specifier, value));
        }
    }
}
