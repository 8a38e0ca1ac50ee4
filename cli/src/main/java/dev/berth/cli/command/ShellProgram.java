package dev.berth.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds the command that a command line names, and runs it.
 *
 * @param version what {@code --version} prints
 */
public record ShellProgram(Commands commands, Supplier<String> version) {
    /** The command that was named, and the words that follow its name. */
    private record Found(String path, ShellCommand command, List<String> line) {}

    /** Returns the exit code of the command; 0 after help and version. */
    public int run(List<String> line, PrintStream out) throws IOException {
        List<String> left = withoutFlag("--debug", line);
        boolean isHelp = has(left, "-h", "--help");
        boolean isVersion = has(left, "-V", "--version");
        List<String> words = left;
        for (String flag : List.of("-h", "--help", "-V", "--version")) {
            words = withoutFlag(flag, words);
        }
        return run(commands, words, isHelp, isVersion, out);
    }

    private int run(Commands group, List<String> line, boolean isHelp, boolean isVersion, PrintStream out)
            throws IOException {
        String name = line.isEmpty() || Arguments.isOption(line.getFirst()) ? "" : line.getFirst();
        Commands.Entry entry = group.find(name);
        if (entry == null && !name.isEmpty() && group.usual() == null) {
            throw group.unknown(name);
        }
        if (entry instanceof Commands.Group further) {
            return run(further.commands(), line.subList(1, line.size()), isHelp, isVersion, out);
        }
        if (isVersion) {
            out.println(version.get());
            return 0;
        }
        if (entry instanceof Commands.Single single) {
            Found found = new Found(group.path() + " " + name, single.maker().get(), line.subList(1, line.size()));
            return run(found, isHelp, out);
        }
        if (isHelp) {
            out.print(HelpText.of(group));
            return 0;
        }
        if (group.usual() != null) {
            return run(new Found(group.path(), group.usual().get(), line), false, out);
        }
        if (line.isEmpty()) {
            throw group.missing();
        }
        throw new BadUsage(group.path(), "Unknown option: " + Syntax.shown(line.getFirst()));
    }

    private static int run(Found found, boolean isHelp, PrintStream out) throws IOException {
        Syntax syntax = Syntax.of(found.path(), found.command());
        if (isHelp) {
            out.print(HelpText.of(syntax));
            return 0;
        }
        Arguments.read(syntax, found.line());
        return found.command().run();
    }

    /** Whether the command line asks for one of the general flags; what stands after {@code --} is never one. */
    private static boolean has(List<String> line, String... flags) {
        int end = line.indexOf("--");
        List<String> words = end < 0 ? line : line.subList(0, end);
        for (String flag : flags) {
            if (words.contains(flag)) {
                return true;
            }
        }
        return false;
    }

    public static boolean isDebug(List<String> line) {
        return has(line, "--debug");
    }

    private static List<String> withoutFlag(String flag, List<String> line) {
        List<String> left = new ArrayList<>();
        boolean isOver = false;
        for (String word : line) {
            isOver |= word.equals("--");
            if (isOver || !word.equals(flag)) {
                left.add(word);
            }
        }
        return left;
    }
}
