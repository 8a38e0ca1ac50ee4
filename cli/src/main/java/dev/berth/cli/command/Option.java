package dev.berth.cli.command;

import java.util.function.Consumer;

/** An option of a command, such as {@code --from TIME}; a flag has no label. */
public final class Option {
    private final String name;
    private final String label;
    private final String about;
    private final String heading;
    private final Consumer<String> set;
    private String defaultValue = "";
    private boolean isRequired;
    private boolean isRepeatable;

    Option(String name, String label, String about, String heading, Consumer<String> set) {
        this.name = name;
        this.label = label;
        this.about = about;
        this.heading = heading;
        this.set = set;
    }

    /** The command cannot do without. */
    public Option required() {
        isRequired = true;
        return this;
    }

    /** May be given several times; all the values count. */
    public Option repeatable() {
        isRepeatable = true;
        return this;
    }

    /** Shown in the help. The command itself starts out with this value. */
    public Option byDefault(Object value) {
        defaultValue = value.toString();
        return this;
    }

    String name() {
        return name;
    }

    String heading() {
        return heading;
    }

    boolean isRequired() {
        return isRequired;
    }

    boolean isRepeatable() {
        return isRepeatable;
    }

    boolean isFlag() {
        return label.isEmpty();
    }

    void set(String value) {
        set.accept(value);
    }

    /** The option as it is typed, such as {@code --from TIME}. */
    String usage() {
        return isFlag() ? name : name + " " + label;
    }

    String about() {
        return defaultValue.isEmpty() ? about : about + ". Default: " + defaultValue;
    }
}
