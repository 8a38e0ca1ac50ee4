package dev.berth.cli.guide;

import java.util.ArrayList;
import java.util.List;

/**
 * A fenced block of a page of Markdown.
 *
 * @param line number of its first fence, from 1
 * @param info what stands behind the fence: the language, and perhaps a file name or a mark
 */
record MarkdownBlock(int line, String info, List<String> lines) {
    private static final String FENCE = "```";

    MarkdownBlock {
        lines = List.copyOf(lines);
    }

    static List<MarkdownBlock> of(List<String> page) {
        List<MarkdownBlock> blocks = new ArrayList<>();
        for (int i = 0; i < page.size(); i++) {
            if (page.get(i).startsWith(FENCE)) {
                int end = i + 1;
                while (!page.get(end).equals(FENCE)) {
                    end++;
                }
                blocks.add(new MarkdownBlock(
                        i + 1, page.get(i).substring(FENCE.length()).strip(), page.subList(i + 1, end)));
                i = end;
            }
        }
        return blocks;
    }

    String language() {
        return info.split(" ", 2)[0];
    }

    /** Text that follows the language. */
    String mark() {
        return info.contains(" ") ? info.split(" ", 2)[1] : "";
    }

    boolean isRun() {
        return (language().equals("console") || language().equals("sh"))
                && reasonNotToRun().isEmpty();
    }

    /** Why its commands are not run, as the page says; empty if they are. */
    String reasonNotToRun() {
        return mark().startsWith("not-run: ") ? mark().substring("not-run: ".length()) : "";
    }

    /** The exit code of its last command; all others end with 0. */
    int exitCode() {
        return mark().startsWith("exit=") ? Integer.parseInt(mark().substring("exit=".length())) : 0;
    }

    /** The file that a reader is to make of it; empty if it is none. */
    String file() {
        return language().equals("console") || language().equals("sh") || mark().contains(" ") ? "" : mark();
    }

    /** A command that nobody would run, because its block does not say that it holds commands. */
    boolean hidesCommands() {
        return !language().equals("console")
                && !language().equals("sh")
                && lines.stream().anyMatch(each -> each.matches("(\\$ )?(\\./)?berth [a-z].*"));
    }

    /** A command as it is typed, and what the page shows below it. */
    record Typed(int line, String command, List<String> shown) {}

    /** A backslash at the end of a line continues the command. */
    List<Typed> commands() {
        boolean prompts = language().equals("console");
        List<Typed> commands = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (prompts ? !lines.get(i).startsWith("$ ") : lines.get(i).isBlank()) {
                continue;
            }
            int from = i;
            StringBuilder command = new StringBuilder(prompts ? lines.get(i).substring(2) : lines.get(i));
            while (command.toString().endsWith("\\")) {
                command.setLength(command.length() - 1);
                command.append(lines.get(++i).strip());
            }
            List<String> shown = new ArrayList<>();
            while (prompts && i + 1 < lines.size() && !lines.get(i + 1).startsWith("$ ")) {
                shown.add(lines.get(++i));
            }
            commands.add(new Typed(line + 1 + from, command.toString(), shown));
        }
        return commands;
    }
}
