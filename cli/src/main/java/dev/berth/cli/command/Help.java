package dev.berth.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Help about a command or a group of commands: printed for {@code --help}, and as a page of the manual.
 *
 * @param path its words, such as {@code berth instances drain}
 * @param usage its command line
 * @param about a paragraph each
 * @param examples command lines to imitate
 * @param isGroup whether there are commands below it
 */
record Help(
        String path, String usage, List<String> about, List<Section> sections, List<String> examples, boolean isGroup) {
    /** Options that every command has. */
    private static final Section GENERAL = new Section(
            "General",
            List.of(
                    new Row("-h, --help", "Show this help"),
                    new Row("-V, --version", "Show the version"),
                    new Row("--debug", "Print a stack trace on errors")));

    static final List<Row> EXIT_CODES = List.of(
            new Row("0", "done"),
            new Row("1", "refused"),
            new Row("2", "bad usage or bad input"),
            new Row("3", "failed"));

    record Section(String heading, List<Row> rows) {}

    record Row(String label, String about) {}

    static Help of(Commands commands) {
        List<Section> sections = new ArrayList<>();
        String usage = commands.path() + " COMMAND [OPTIONS]";
        List<String> about = List.of(commands.about() + ".");
        add(sections, commandsOf(commands));
        if (commands.usual() != null) {
            Syntax usual =
                    Syntax.of(commands.path() + " [COMMAND]", commands.usual().get());
            usage = usage(usual);
            about = usual.about();
            add(sections, optionsOf(usual));
        }
        sections.add(GENERAL);
        if (!commands.variables().isEmpty()) {
            sections.add(new Section("Environment", rows(commands.variables())));
        }
        return new Help(commands.path(), usage, about, sections, List.of(), true);
    }

    static Help of(Syntax syntax) {
        List<Section> sections = new ArrayList<>();
        if (!syntax.parameters().isEmpty()) {
            sections.add(new Section(
                    "Arguments",
                    syntax.parameters().stream()
                            .map(each -> new Row(each.usage(), each.about()))
                            .toList()));
        }
        add(sections, optionsOf(syntax));
        sections.add(GENERAL);
        return new Help(syntax.command(), usage(syntax), syntax.about(), sections, syntax.examples(), false);
    }

    /** Whether it is about the program itself. */
    boolean isRoot() {
        return !path.contains(" ");
    }

    private static void add(List<Section> sections, Map<String, List<Row>> more) {
        more.forEach((heading, rows) -> {
            if (!rows.isEmpty()) {
                sections.add(new Section(heading, rows));
            }
        });
    }

    private static List<Row> rows(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(each -> new Row(each.getKey(), each.getValue()))
                .toList();
    }

    private static Map<String, List<Row>> commandsOf(Commands commands) {
        Map<String, List<Row>> sections = new LinkedHashMap<>();
        commands.entries()
                .forEach((name, entry) -> sections.computeIfAbsent(entry.heading(), heading -> new ArrayList<>())
                        .add(new Row(name, entry.summary())));
        return sections;
    }

    private static Map<String, List<Row>> optionsOf(Syntax syntax) {
        Map<String, List<Row>> sections = new LinkedHashMap<>();
        sections.put(Syntax.OPTIONS, new ArrayList<>());
        for (Option option : syntax.options()) {
            sections.computeIfAbsent(option.heading(), heading -> new ArrayList<>())
                    .add(new Row(option.usage(), option.about()));
        }
        return sections;
    }

    private static String usage(Syntax syntax) {
        StringBuilder line = new StringBuilder(syntax.command());
        syntax.parameters().stream()
                .filter(each -> !each.isBehindDashes())
                .forEach(each -> line.append(' ').append(each.usage()));
        syntax.options().stream()
                .filter(Option::isRequired)
                .forEach(each -> line.append(' ').append(each.usage()));
        line.append(" [OPTIONS]");
        syntax.parameters().stream()
                .filter(Parameter::isBehindDashes)
                .forEach(each -> line.append(" -- ").append(each.label()));
        return line.toString();
    }
}
