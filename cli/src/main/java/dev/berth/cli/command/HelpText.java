package dev.berth.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text that {@code --help} prints. */
final class HelpText {
    private static final int WIDTH = 100;
    /** Width of the left column; a longer label gets a line of its own. */
    private static final int LABELS = 26;

    private final StringBuilder text = new StringBuilder();

    private HelpText() {}

    static String of(Commands commands) {
        return of(Help.of(commands));
    }

    static String of(Syntax syntax) {
        return of(Help.of(syntax));
    }

    private static String of(Help help) {
        HelpText printed = new HelpText();
        printed.line("Usage: " + help.usage());
        help.about().forEach(printed::paragraph);
        help.sections().forEach(printed::section);
        if (!help.examples().isEmpty()) {
            printed.line("\nExamples:");
            help.examples().forEach(each -> printed.line("  " + each));
        }
        if (help.isRoot()) {
            printed.line("\nExit codes: "
                    + Help.EXIT_CODES.stream()
                            .map(each -> each.label() + " " + each.about())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        if (help.isGroup()) {
            printed.line("\nHelp on a command: " + help.path() + " COMMAND --help");
        }
        return printed.text.toString();
    }

    private void section(Help.Section section) {
        int width = 0;
        for (Help.Row row : section.rows()) {
            width = Math.max(width, Math.min(LABELS, row.label().length()));
        }
        line("\n" + section.heading() + ":");
        for (Help.Row row : section.rows()) {
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
