package dev.berth.engine.model;

/** A value that breaks a rule of the model; says which field, which value and which rule. */
public final class BadValue extends IllegalArgumentException {
    private static final int LONGEST = 100;

    private final String field;
    private final String value;
    private final String rule;

    /** @param rule what follows the value in a sentence, such as {@code must be at least 1} */
    public BadValue(String field, Object value, String rule) {
        super(field + ": \"" + shown(value) + "\" " + rule);
        this.field = field;
        this.value = shown(value);
        this.rule = rule;
    }

    /** A value may be a stranger's, and as long as they like. */
    private static String shown(Object value) {
        String text = value.toString();
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    public String field() {
        return field;
    }

    public String value() {
        return value;
    }

    public String rule() {
        return rule;
    }
}
