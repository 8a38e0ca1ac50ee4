package dev.berth.cli.command;

import dev.berth.engine.model.Decimals;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options and parameters that a command accepts. They are declared by plain calls: a program that runs for a tenth of a
 * second has no time to look for annotations.
 *
 * {@snippet :
 * syntax.about("Shows one reservation.");
 * syntax.parameter("ID", "Id of the reservation, such as r17", value -> id = value);
 * syntax.flag("--json", "Print the answer as JSON", () -> json = true);
 * }
 */
public final class Syntax {
    /** The heading of options that have none of their own. */
    static final String OPTIONS = "Options";

    private static final int LONGEST_SHOWN = 100;

    private final String command;
    private final List<String> about = new ArrayList<>();
    private final List<String> examples = new ArrayList<>();
    private final List<Option> options = new ArrayList<>();
    private final List<Parameter> parameters = new ArrayList<>();
    private String heading = OPTIONS;

    /**
     * @param command with all its words, such as {@code berth lab run}
     */
    Syntax(String command) {
        this.command = command;
    }

    static Syntax of(String command, ShellCommand declared) {
        Syntax syntax = new Syntax(command);
        declared.declare(syntax);
        return syntax;
    }

    /** Describes what the command does; each string is a paragraph of the help. */
    public void about(String... paragraphs) {
        about.addAll(Arrays.asList(paragraphs));
    }

    /** Command lines to imitate. */
    public void examples(String... lines) {
        examples.addAll(Arrays.asList(lines));
    }

    /** Lists some options under a heading of their own. */
    public void section(String title, Runnable declarations) {
        heading = title;
        declarations.run();
        heading = OPTIONS;
    }

    public Option flag(String name, String text, Runnable set) {
        return add(name, "", text, ignored -> set.run());
    }

    public Option text(String name, String label, String text, Consumer<String> set) {
        return add(name, label, text, set);
    }

    public Option path(String name, String label, String text, Consumer<Path> set) {
        return add(name, label, text, value -> set.accept(path(name, value)));
    }

    public Option integer(String name, String label, String text, IntConsumer set) {
        return add(name, label, text, value -> set.accept(integer(name, value)));
    }

    /** A whole number; what looks like the name of a file, or is one, is a file. */
    public Option integerOrFile(
            String name, String label, String text, IntConsumer setNumber, Consumer<String> setFile) {
        return add(name, label, text, value -> {
            if (value.contains(".") || value.contains("/") || Files.exists(path(name, value))) {
                setFile.accept(value);
            } else {
                setNumber.accept(integer(name, value));
            }
        });
    }

    /** A whole number, or a text in a form that a number does not have. */
    public Option integerOrText(
            String name,
            String label,
            String text,
            IntConsumer setNumber,
            Predicate<String> isText,
            Consumer<String> setText) {
        return add(name, label, text, value -> {
            if (isText.test(value)) {
                setText.accept(value);
            } else {
                setNumber.accept(integer(name, value));
            }
        });
    }

    public Option longInteger(String name, String label, String text, LongConsumer set) {
        return add(name, label, text, value -> set.accept(wholeNumber(name, value)));
    }

    public Option decimal(String name, String label, String text, Consumer<BigDecimal> set) {
        return add(name, label, text, value -> set.accept(decimal(name, value)));
    }

    /** One of the constants of an enum, by its name. */
    public <E extends Enum<E>> Option choice(String name, String label, String text, Class<E> type, Consumer<E> set) {
        return add(name, label, text, value -> set.accept(choice(name, type, value)));
    }

    public Parameter parameter(String label, String text, Consumer<String> set) {
        Parameter parameter = new Parameter(label, text, set);
        parameters.add(parameter);
        return parameter;
    }

    public <E extends Enum<E>> Parameter choice(String label, String text, Class<E> type, Consumer<E> set) {
        return parameter(label, text, value -> set.accept(choice(label, type, value)));
    }

    private Option add(String name, String label, String text, Consumer<String> set) {
        Option option = new Option(name, label, text, heading, set);
        options.add(option);
        return option;
    }

    private int integer(String name, String value) {
        long number = wholeNumber(name, value);
        if (number != (int) number) {
            throw invalid(name, value, "is out of range");
        }
        return (int) number;
    }

    private long wholeNumber(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw invalid(name, value, "is not a whole number");
        }
    }

    private BigDecimal decimal(String name, String value) {
        try {
            return Decimals.read(value);
        } catch (NumberFormatException e) {
            throw invalid(name, value, "is not a number");
        }
    }

    private Path path(String name, String value) {
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw invalid(name, value, "is not a file name");
        }
    }

    private <E extends Enum<E>> E choice(String name, Class<E> type, String value) {
        for (E each : type.getEnumConstants()) {
            if (each.name().equals(value)) {
                return each;
            }
        }
        throw invalid(
                name,
                value,
                "is not one of "
                        + Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", ")));
    }

    BadUsage invalid(String name, String value, String what) {
        return wrong("%s: \"%s\" %s".formatted(name, shown(value), what));
    }

    BadUsage wrong(String message) {
        return new BadUsage(command, message);
    }

    static String shown(String value) {
        return value.length() > LONGEST_SHOWN ? value.substring(0, LONGEST_SHOWN) + "..." : value;
    }

    @Nullable
    Option option(String name) {
        for (Option option : options) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        return null;
    }

    String command() {
        return command;
    }

    List<String> about() {
        return about;
    }

    List<String> examples() {
        return examples;
    }

    List<Option> options() {
        return options;
    }

    List<Parameter> parameters() {
        return parameters;
    }
}
