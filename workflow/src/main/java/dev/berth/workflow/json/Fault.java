package dev.berth.workflow.json;

import java.util.Collection;

/** A field that is wrong: where, what was there, and what would be right. */
public record Fault(Kind kind, String field, String value, String rule) {
    private static final int LONGEST = 100;

    /** In what way it is wrong. */
    public enum Kind {
        /** Its value breaks the rule. */
        WRONG,
        /** It is required and not there. */
        MISSING,
        /** Nobody asks for a field of that name. */
        UNKNOWN
    }

    public Fault {
        // What a stranger sends is shown, but not all of it.
        value = value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
    }

    public Fault(String field, String value, String rule) {
        this(Kind.WRONG, field, value, rule);
    }

    static Fault missing(String field) {
        return new Fault(Kind.MISSING, field, "", "it is required");
    }

    static Fault unknown(String field, String value, Collection<String> known) {
        return new Fault(
                Kind.UNKNOWN,
                field,
                value,
                "there is no such field; the fields are "
                        + known.stream().sorted().toList());
    }
}
