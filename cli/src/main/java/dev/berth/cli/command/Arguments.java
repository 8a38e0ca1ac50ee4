package dev.berth.cli.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the words of a command line by a {@link Syntax} and hands each value on. Options and parameters may be mixed; a value
 * is the next word or follows an equals sign; {@code --} ends the options.
 */
final class Arguments {
    private final Syntax syntax;
    private final Set<Option> given = new HashSet<>();
    private final List<String> words = new ArrayList<>();

    private Arguments(Syntax syntax) {
        this.syntax = syntax;
    }

    static void read(Syntax syntax, List<String> line) {
        Arguments arguments = new Arguments(syntax);
        arguments.readOptions(line);
        arguments.readParameters();
        arguments.checkComplete();
    }

    private void readOptions(List<String> line) {
        for (int i = 0; i < line.size(); i++) {
            String word = line.get(i);
            if (word.equals("--")) {
                words.addAll(line.subList(i + 1, line.size()));
                return;
            }
            if (!isOption(word)) {
                words.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            Option option = named(equals < 0 ? word : word.substring(0, equals));
            if (option.isFlag()) {
                if (equals >= 0) {
                    throw syntax.wrong(option.name() + " takes no value");
                }
                give(option, "");
            } else if (equals >= 0) {
                give(option, word.substring(equals + 1));
            } else {
                i++;
                // A value may begin with a dash, such as -30m; only an option of this command is none.
                if (i == line.size() || syntax.option(line.get(i)) != null) {
                    throw syntax.wrong("Missing value: " + option.usage());
                }
                give(option, line.get(i));
            }
        }
    }

    /** A dash alone is standard input. */
    static boolean isOption(String word) {
        return word.length() > 1 && word.charAt(0) == '-';
    }

    private Option named(String name) {
        Option option = syntax.option(name);
        if (option != null) {
            return option;
        }
        throw syntax.wrong("Unknown option: " + Syntax.shown(name)
                + Suggestions.of(
                        name, syntax.options().stream().map(Option::name).toList()));
    }

    private void give(Option option, String value) {
        if (!given.add(option) && !option.isRepeatable()) {
            throw syntax.wrong(option.name() + " is given twice");
        }
        option.set(value);
    }

    private void readParameters() {
        int next = 0;
        for (Parameter parameter : syntax.parameters()) {
            if (next < words.size()) {
                parameter.set(words.get(next++));
            } else if (!parameter.isOptional()) {
                throw syntax.wrong("Missing argument: " + parameter.label());
            }
            while (parameter.isRepeatable() && next < words.size()) {
                parameter.set(words.get(next++));
            }
        }
        if (next < words.size()) {
            throw syntax.wrong("Unexpected argument: \"" + Syntax.shown(words.get(next)) + "\"");
        }
    }

    private void checkComplete() {
        for (Option option : syntax.options()) {
            if (option.isRequired() && !given.contains(option)) {
                throw syntax.wrong("Missing required option: " + option.usage());
            }
        }
    }
}
