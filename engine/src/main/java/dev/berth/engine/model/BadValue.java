package dev.berth.engine.model;

/** A value that breaks a rule of the model; says which field, which value and which rule. */
public final class BadValue extends IllegalArgumentException {
    private final String field;
    private final String value;
    private final String rule;

    public BadValue(String field, Object value, String rule) {
        super(field + " is " + value + ", but " + rule);
        this.field = field;
        this.value = value.toString();
        this.rule = rule;
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
