package dev.berth.cli.command;

import java.util.function.Consumer;

/** A word of a command line that belongs to no option, such as the ID of a reservation. */
public final class Parameter {
    private final String label;
    private final String about;
    private final Consumer<String> set;
    private boolean isOptional;
    private boolean isRepeatable;
    private boolean isBehindDashes;

    Parameter(String label, String about, Consumer<String> set) {
        this.label = label;
        this.about = about;
        this.set = set;
    }

    public Parameter optional() {
        isOptional = true;
        return this;
    }

    /** Takes all the words that remain. */
    public Parameter repeatable() {
        isRepeatable = true;
        return this;
    }

    /** Comes last, after {@code --}, because its words may look like options. */
    public Parameter behindDashes() {
        isBehindDashes = true;
        return this;
    }

    boolean isBehindDashes() {
        return isBehindDashes;
    }

    String label() {
        return label;
    }

    String about() {
        return about;
    }

    boolean isOptional() {
        return isOptional;
    }

    boolean isRepeatable() {
        return isRepeatable;
    }

    void set(String value) {
        set.accept(value);
    }

    /** The parameter as it is typed, such as {@code [NAME]}. */
    String usage() {
        String shown = isRepeatable ? label + "..." : label;
        return isOptional ? "[" + shown + "]" : shown;
    }
}
