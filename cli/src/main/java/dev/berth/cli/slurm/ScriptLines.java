package dev.berth.cli.slurm;

import dev.berth.cli.console.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options in the {@code #SBATCH} lines of a script, as {@code sbatch} reads them: up to the first command, with quotes and comments. An
 * option that is said twice has its last value.
 *
 * @param file the name of the script, for messages
 */
record ScriptLines(String file, List<Said> options) {
    /** The long names of the short options that say what a job needs. */
    private static final Map<String, String> SHORT = Map.ofEntries(
            Map.entry("N", "nodes"),
            Map.entry("n", "ntasks"),
            Map.entry("c", "cpus-per-task"),
            Map.entry("t", "time"),
            Map.entry("L", "licenses"),
            Map.entry("J", "job-name"),
            Map.entry("p", "partition"),
            Map.entry("G", "gpus"),
            Map.entry("C", "constraint"),
            Map.entry("a", "array"),
            Map.entry("b", "begin"),
            Map.entry("w", "nodelist"),
            Map.entry("x", "exclude"));

    /** Words without dashes that begin the next component of a job. */
    private static final Set<String> BETWEEN_COMPONENTS = Set.of("hetjob", "packjob");

    private static final String MARK = "#SBATCH";
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");
    private static final Pattern QUOTES = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    ScriptLines {
        options = List.copyOf(options);
    }

    /**
     * An option of a line.
     *
     * @param name the long one, without dashes
     * @param value empty if it has none
     */
    record Said(int line, String name, String value) {}

    static ScriptLines read(String file, String text) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith("#!")) {
            throw new BadInput("%s: not a batch script: its first line must begin with #!".formatted(file));
        }
        List<Said> options = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(MARK)) {
                options.addAll(of(i + 1, words(line.substring(MARK.length()))));
            } else if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                break;
            }
        }
        return new ScriptLines(file, options);
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            if (matcher.group().startsWith("#")) {
                break;
            }
            words.add(QUOTES.matcher(matcher.group()).replaceAll(quoted -> {
                String inside = quoted.group(1) == null ? quoted.group(2) : quoted.group(1);
                return Matcher.quoteReplacement(inside);
            }));
        }
        return words;
    }

    private static List<Said> of(int line, List<String> words) {
        List<Said> said = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean isLong = word.startsWith("--");
            if (BETWEEN_COMPONENTS.contains(word)) {
                said.add(new Said(line, word, ""));
            }
            if (!word.startsWith("-") || word.length() < 2) {
                continue;
            }
            int equals = word.indexOf('=');
            String name = isLong
                    ? word.substring(2, equals < 0 ? word.length() : equals)
                    : SHORT.getOrDefault(word.substring(1, 2), word.substring(1, 2));
            String value = isLong ? (equals < 0 ? "" : word.substring(equals + 1)) : word.substring(2);
            boolean isAlone = value.isEmpty() && (!isLong || equals < 0);
            if (isAlone && i + 1 < words.size() && !words.get(i + 1).startsWith("-")) {
                value = words.get(++i);
            }
            said.add(new Said(line, name, value));
        }
        return said;
    }

    /** A value that cannot be read, as a message. */
    BadInput bad(Said said, String why) {
        return new BadInput("%s, line %d: --%s: %s".formatted(file, said.line(), said.name(), why));
    }
}
