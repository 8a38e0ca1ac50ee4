package dev.berth.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A place in a text that is read word by word. Commas are words of their own, at which every phrase ends. */
final class Cursor {
    static final String BREAK = ",";

    private static final Pattern TOKEN = Pattern.compile("[,;\\n]|\"[^\"]*\"|[^\\s,;\"]+|\"");
    /** A range without blanks, such as 9-17, 9:00-17:00 or 9am-5pm; with a leading zero it would be a date. */
    private static final Pattern RANGE = Pattern.compile(
            "([1-9][0-9]?|0)-([1-9][0-9]?)|([0-9]{1,2}:[0-9]{2}|[0-9]{1,2}(?::[0-9]{2})?(?:am|pm))-([0-9]{1,2}:[0-9]{2}|[0-9]{1,2}(?::[0-9]{2})?(?:am|pm))");

    /**
     * A word.
     *
     * @param text in lower case and without an apostrophe at its end
     * @param start where it begins in the source, and {@code end} where it ends
     * @param number counted from 1, without commas
     */
    private record Word(String text, int start, int end, int number) {}

    private final String source;
    private final List<Word> words = new ArrayList<>();
    private int next;

    Cursor(String source) {
        this.source = source;
        Matcher token = TOKEN.matcher(source);
        int number = 0;
        while (token.find()) {
            String said = token.group();
            if (said.matches("[,;\\n]")) {
                words.add(new Word(BREAK, token.start(), token.end(), number));
                continue;
            }
            number++;
            String text = said.toLowerCase(Locale.ROOT)
                    .replace('–', '-')
                    .replace('—', '-')
                    .replace('’', '\'')
                    .replaceAll("'s?$|[.!?]+$", "");
            Matcher range = RANGE.matcher(text);
            if (range.matches()) {
                boolean isHours = range.group(1) != null;
                words.add(new Word(range.group(isHours ? 1 : 3), token.start(), token.end(), number));
                words.add(new Word("-", token.start(), token.end(), number));
                words.add(new Word(range.group(isHours ? 2 : 4), token.start(), token.end(), number));
            } else if (!text.isEmpty()) {
                words.add(new Word(text, token.start(), token.end(), number));
            }
        }
    }

    boolean isOver() {
        return next >= words.size();
    }

    int mark() {
        return next;
    }

    void reset(int mark) {
        next = mark;
    }

    /** The word so far ahead; empty beyond the end. */
    String peek(int ahead) {
        return next + ahead < words.size() ? words.get(next + ahead).text() : "";
    }

    String take() {
        return words.get(next++).text();
    }

    /** Takes these words if they come next. */
    boolean eat(String phrase) {
        String[] wanted = phrase.split(" ", -1);
        for (int i = 0; i < wanted.length; i++) {
            if (!peek(i).equals(wanted[i])) {
                return false;
            }
        }
        next += wanted.length;
        return true;
    }

    /** Takes the first of these phrases that comes next. */
    boolean eatAny(List<String> phrases) {
        return phrases.stream().anyMatch(this::eat);
    }

    /** Takes as many words as can be read together, or none. */
    <T> Optional<T> longest(int most, Function<String, Optional<T>> read) {
        int there = 0;
        while (there < most && !peek(there).isEmpty() && !peek(there).equals(BREAK)) {
            there++;
        }
        for (int count = there; count > 0; count--) {
            StringBuilder text = new StringBuilder(peek(0));
            for (int i = 1; i < count; i++) {
                text.append(' ').append(peek(i));
            }
            Optional<T> found = read.apply(text.toString());
            if (found.isPresent()) {
                next += count;
                return found;
            }
        }
        return Optional.empty();
    }

    /** Text as typed, from a mark to the current position. */
    String typed(int mark) {
        return typed(mark, next);
    }

    String typed(int from, int to) {
        return from >= to || from >= words.size()
                ? ""
                : source.substring(words.get(from).start(), words.get(to - 1).end());
    }

    /** The number of the word at a mark. */
    int number(int mark) {
        return words.isEmpty() ? 1 : words.get(Math.min(mark, words.size() - 1)).number();
    }

    Unclear unclear(int mark, String advice) {
        return unclear(mark, next, advice);
    }

    Unclear unclear(int from, int to, String advice) {
        return Unclear.of(typed(from, to), number(from), advice);
    }
}
