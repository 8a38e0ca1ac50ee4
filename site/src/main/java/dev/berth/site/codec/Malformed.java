package dev.berth.site.codec;

import org.jspecify.annotations.Nullable;

/** JSON that is not the form of what was expected, or a value that has no form; says where. */
public final class Malformed extends IllegalArgumentException {
    private final String place;
    private final String problem;

    Malformed(DocumentPlace place, String problem) {
        this(place, problem, null);
    }

    Malformed(DocumentPlace place, String problem, @Nullable Throwable cause) {
        super((place.isRoot() ? "" : place + ": ") + problem, cause);
        this.place = place.toString();
        this.problem = problem;
    }

    /** A constructor's refusal, with its place. */
    static Malformed because(DocumentPlace place, Throwable cause) {
        return new Malformed(place, String.valueOf(cause.getMessage()), cause);
    }

    /** A JSON pointer; empty for the whole. */
    public String place() {
        return place;
    }

    public String problem() {
        return problem;
    }
}
