package dev.berth.cli.guide;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command line as people type it. */
final class CommandLine {
    /** A word, parts of which may be quoted; a comment ends the line. */
    private static final Pattern WORD = Pattern.compile("#.*|(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");

    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");

    private CommandLine() {}

    static List<String> words(String line) {
        return WORD.matcher(line)
                .results()
                .map(MatchResult::group)
                .takeWhile(word -> !word.startsWith("#"))
                .map(CommandLine::unquoted)
                .toList();
    }

    private static String unquoted(String word) {
        return QUOTED.matcher(word)
                .replaceAll(quoted -> Matcher.quoteReplacement(
                        quoted.group().substring(1, quoted.group().length() - 1)));
    }
}
