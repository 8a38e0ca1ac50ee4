package dev.berth.service.wire;

/** A field that is wrong: where, what was there, and what would be right. */
public record Fault(String field, String value, String rule) {
    private static final int LONGEST = 100;

    public Fault {
        // What a stranger sends is shown, but not all of it.
        value = value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
    }
}
