package dev.berth.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code --help} prints. */
final class HelpText {
    private static final int WIDTH = 100;
    /** Of the left column; what is longer stands on a line of its own. */
    private static final int LABELS = 26;

    /** What every command has. */
    private static final List<Row> GENERAL = List.of(
            new Row("-h, --help", "Show this help"),
            new Row("-V, --version", "Show the version"),
            new Row("--debug", "Print a stack trace on errors"));

    private record Row(String label, String about) {}

    private final StringBuilder text = new StringBuilder();

    private HelpText() {}

    static String of(Commands commands) {
        HelpText help = new HelpText();
        if (commands.usual() == null) {
            help.line("Usage: " + commands.path() + " COMMAND [OPTIONS]");
            help.paragraph(commands.about() + ".");
            help.commands(commands);
        } else {
            Syntax usual =
                    Syntax.of(commands.path() + " [COMMAND]", commands.usual().get());
            help.usage(usual);
            usual.about().forEach(help::paragraph);
            help.commands(commands);
            help.options(usual);
        }
        help.section("General", GENERAL);
        if (!commands.path().contains(" ")) {
            help.line("\nExit codes: 0 done, 1 refused, 2 bad usage or bad input, 3 failed.");
        }
        help.line("\nHelp on a command: " + commands.path() + " COMMAND --help");
        return help.text.toString();
    }

    static String of(Syntax syntax) {
        HelpText help = new HelpText();
        help.usage(syntax);
        syntax.about().forEach(help::paragraph);
        if (!syntax.parameters().isEmpty()) {
            help.section(
                    "Arguments",
                    syntax.parameters().stream()
                            .map(each -> new Row(each.usage(), each.about()))
                            .toList());
        }
        help.options(syntax);
        help.section("General", GENERAL);
        if (!syntax.examples().isEmpty()) {
            help.line("\nExamples:");
            syntax.examples().forEach(each -> help.line("  " + each));
        }
        return help.text.toString();
    }

    private void options(Syntax syntax) {
        Map<String, List<Row>> sections = new LinkedHashMap<>();
        sections.put(Syntax.OPTIONS, new ArrayList<>());
        for (Option option : syntax.options()) {
            sections.computeIfAbsent(option.heading(), heading -> new ArrayList<>())
                    .add(new Row(option.usage(), option.about()));
        }
        sections.forEach(this::section);
    }

    private void usage(Syntax syntax) {
        StringBuilder line = new StringBuilder("Usage: ").append(syntax.command());
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
        line(line.toString());
    }

    private void commands(Commands commands) {
        Map<String, List<Row>> sections = new LinkedHashMap<>();
        commands.entries()
                .forEach((name, entry) -> sections.computeIfAbsent(entry.heading(), heading -> new ArrayList<>())
                        .add(new Row(name, entry.summary())));
        sections.forEach(this::section);
    }

    private void section(String heading, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        int width = 0;
        for (Row row : rows) {
            width = Math.max(width, Math.min(LABELS, row.label().length()));
        }
        line("\n" + heading + ":");
        for (Row row : rows) {
            row(row.label(), row.about(), width + 4);
        }
    }

    private void row(String label, String about, int indent) {
        StringBuilder first = new StringBuilder("  ").append(label);
        if (first.length() > indent - 2) {
            line(first.toString());
            first.setLength(0);
        }
        boolean isFirst = true;
        for (String part : wrapped(about, WIDTH - indent)) {
            String begin = isFirst ? first.toString() : "";
            line(begin + " ".repeat(indent - begin.length()) + part);
            isFirst = false;
        }
    }

    private void paragraph(String words) {
        line("");
        wrapped(words, WIDTH).forEach(this::line);
    }

    private static List<String> wrapped(String words, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
