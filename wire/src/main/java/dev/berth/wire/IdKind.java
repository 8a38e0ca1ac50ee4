package dev.berth.wire;

import java.util.Optional;
import java.util.regex.Pattern;

/** Kinds of things that are numbered from 1 and named by a letter and their number, such as {@code r17}. */
public enum IdKind {
    RESERVATION('r'),
    SERIES('s'),
    PLAN('w'),
    PROVISION('p'),
    DEAL('d'),
    OPPORTUNIST('o'),
    ASK('q'),
    ENTRY('e');

    private final char letter;
    private final Pattern pattern;

    IdKind(char letter) {
        this.letter = letter;
        this.pattern = Pattern.compile(letter + "[1-9][0-9]{0,17}");
    }

    public String id(long number) {
        return letter + Long.toString(number);
    }

    /** The number in an id; empty if it is no id of this kind. */
    public Optional<Long> number(String id) {
        return pattern.matcher(id).matches() ? Optional.of(Long.parseLong(id.substring(1))) : Optional.empty();
    }
}
