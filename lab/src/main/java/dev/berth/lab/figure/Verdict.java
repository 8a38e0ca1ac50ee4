package dev.berth.lab.figure;

import java.util.Collection;
import java.util.Locale;

/** What our numbers say of a sentence. */
public enum Verdict {
    HOLDS("holds"),
    FAILS("DOES NOT HOLD"),
    /** The runs are too few, too small or too unlike one another to tell. */
    UNDECIDED("undecided");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** Of something that is certain either way. */
    public static Verdict of(boolean holds) {
        return holds ? HOLDS : FAILS;
    }

    /** Of a sentence that says several things at once: one that fails refutes it. Nothing at all decides nothing. */
    public static Verdict all(Collection<Verdict> parts) {
        if (parts.contains(FAILS)) {
            return FAILS;
        }
        return parts.isEmpty() || parts.contains(UNDECIDED) ? UNDECIDED : HOLDS;
    }

    /** Of a sentence that is true if any of several cases is. */
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
