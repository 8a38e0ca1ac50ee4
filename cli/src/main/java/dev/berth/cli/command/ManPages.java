package dev.berth.cli.command;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The manual: a page for {@code man} about each command and each group of commands, from the same words as their help. */
public final class ManPages {
    private static final String SECTION = "1";

    private final String version;
    private final Map<String, String> pages = new TreeMap<>();

    private ManPages(String version) {
        this.version = version;
    }

    /**
     * The text of each page, by the name of its file, such as {@code berth-book.1}.
     *
     * @param version of the program, such as {@code berth 1.2.0}
     */
    public static Map<String, String> of(Commands root, String version) {
        ManPages manual = new ManPages(version);
        manual.write(root, "");
        return manual.pages;
    }

    private void write(Commands group, String parent) {
        List<String> below = group.entries().keySet().stream()
                .map(name -> group.path() + " " + name)
                .toList();
        page(
                Help.of(group),
                group.about(),
                Stream.concat(Stream.of(parent), below.stream())
                        .filter(path -> !path.isEmpty())
                        .toList());
        group.entries().forEach((name, entry) -> {
            String path = group.path() + " " + name;
            switch (entry) {
                case Commands.Group further -> write(further.commands(), group.path());
                case Commands.Single single ->
                    page(Help.of(Syntax.of(path, single.maker().get())), single.summary(), List.of(group.path()));
            }
        });
    }

    private static String name(String path) {
        return path.replace(' ', '-');
    }

    private void page(Help help, String summary, List<String> seeAlso) {
        StringBuilder text = new StringBuilder(".\\\" Made by berth man from the help of the command.\n");
        String name = name(help.path());
        text.append(".TH \"%s\" \"%s\" \"\" \"%s\" \"Berth\"\n"
                .formatted(escaped(name.toUpperCase(Locale.ROOT)), SECTION, escaped(version)));
        // A command line that is hyphenated or stretched cannot be copied.
        text.append(".nh\n.ad l\n");
        text.append(".SH NAME\n")
                .append(line(name + " - " + uncapitalised(summary)))
                .append(".SH SYNOPSIS\n")
                .append(line(
                        "\\fB",
                        help.path(),
                        "\\fR" + escaped(help.usage().substring(help.path().length()))))
                .append(".SH DESCRIPTION\n");
        text.append(
                String.join(".PP\n", help.about().stream().map(ManPages::line).toList()));
        for (Help.Section section : help.sections()) {
            text.append(".SH ")
                    .append(escaped(section.heading().toUpperCase(Locale.ROOT)))
                    .append('\n');
            section.rows().forEach(row -> text.append(row(row)));
        }
        if (help.isRoot()) {
            text.append(".SH EXIT STATUS\n");
            Help.EXIT_CODES.forEach(row -> text.append(row(row)));
        }
        if (!help.examples().isEmpty()) {
            text.append(".SH EXAMPLES\n.nf\n");
            help.examples().forEach(each -> text.append(line(each)));
            text.append(".fi\n");
        }
        text.append(".SH SEE ALSO\n");
        text.append(String.join(
                ",\n",
                seeAlso.stream()
                        .map(path -> "\\fB" + escaped(name(path)) + "\\fR(" + SECTION + ")")
                        .toList()));
        pages.put(name + "." + SECTION, text.append('\n').toString());
    }

    /** The first word of a label is typed as it is, such as an option; the rest stands for a value. */
    private static String row(Help.Row row) {
        int blank = row.label().startsWith("-") ? row.label().indexOf(' ') : -1;
        boolean hasValue = blank > 0 && !row.label().contains(",");
        String typed = hasValue ? row.label().substring(0, blank) : row.label();
        String value = hasValue ? " \\fI" + escaped(row.label().substring(blank + 1)) + "\\fR" : "";
        return ".TP\n" + line("\\fB", typed, "\\fR" + value) + line(row.about());
    }

    private static String line(String words) {
        return line("", words, "");
    }

    private static String line(String before, String words, String after) {
        String text = before + escaped(words) + after;
        // A line that begins with one of these would be a request.
        return (text.startsWith(".") || text.startsWith("'") ? "\\&" : "") + text + "\n";
    }

    /** Escapes the characters that troff would interpret, or print as a similar character that cannot be copied. */
    private static String escaped(String words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words.length(); i++) {
            char each = words.charAt(i);
            switch (each) {
                case '\\' -> text.append("\\e");
                case '-' -> text.append("\\-");
                case '"' -> text.append("\\(dq");
                case '\'' -> text.append("\\(aq");
                case '`' -> text.append("\\(ga");
                case '^' -> text.append("\\(ha");
                case '~' -> text.append("\\(ti");
                default -> text.append(each);
            }
        }
        return text.toString();
    }

    private static String uncapitalised(String words) {
        return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }
}
