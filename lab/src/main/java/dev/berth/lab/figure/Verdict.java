package dev.berth.lab.figure;

import java.util.Collection;
import java.util.Locale;

/** Verdict of our numbers on a sentence. */
public enum Verdict {
    HOLDS("holds"),
    FAILS("DOES NOT HOLD"),
    /** The runs are too few, too small or too unlike one another to tell. */
    UNDECIDED("undecided");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** Verdict on something that is certain either way. */
    public static Verdict of(boolean holds) {
        return holds ? HOLDS : FAILS;
    }

    /** Verdict on a sentence that says several things: it fails if any of them fails. Undecided if there are none. */
    public static Verdict all(Collection<Verdict> parts) {
        if (parts.contains(FAILS)) {
            return FAILS;
        }
        return parts.isEmpty() || parts.contains(UNDECIDED) ? UNDECIDED : HOLDS;
    }

    /** Verdict on a sentence that is true if any of several cases is. Undecided if there are none. */
    public static Verdict any(Collection<Verdict> cases) {
        if (cases.contains(HOLDS)) {
            return HOLDS;
        }
        return cases.isEmpty() || cases.contains(UNDECIDED) ? UNDECIDED : FAILS;
    }

    /** For reports, where a claim that fails must not be overlooked. */
    public String words() {
        return words;
    }

    /** For files: {@code holds}, {@code fails}, {@code undecided}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
