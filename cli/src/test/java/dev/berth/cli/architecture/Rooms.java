package dev.berth.cli.architecture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rooms of the house: the packages, and what each of them is by the first sentence of its package-info and by the sentence there
 * that names the classes to begin with.
 *
 * @param sentences by package, such as {@code engine.book}
 */
record Rooms(Map<String, String> sentences) {
    private static final String BEGIN = "<!-- rooms: made from package-info by RoomsTest -->";
    private static final String END = "<!-- end of rooms -->";
    private static final Pattern MADE = Pattern.compile("(?s)" + Pattern.quote(BEGIN) + ".*" + Pattern.quote(END));
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern NAME = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TAG = Pattern.compile("\\{@(code|link|linkplain) +([^}]*)}");
    private static final Pattern NAMED = Pattern.compile("`(\\w+)`");
    private static final String ROOT = "dev.berth.";

    Rooms {
        sentences = new TreeMap<>(sentences);
    }

    /** Reads the texts of files called package-info.java. */
    static Rooms of(Collection<String> texts) {
        Map<String, String> sentences = new TreeMap<>();
        for (String text : texts) {
            Matcher name = NAME.matcher(text);
            if (!name.find() || !name.group(1).startsWith(ROOT)) {
                throw new IllegalArgumentException("not a package of Berth:\n" + text);
            }
            String room = name.group(1).substring(ROOT.length());
            if (sentences.put(room, summary(text)) != null) {
                throw new IllegalArgumentException("two package-info of " + room);
            }
        }
        return new Rooms(sentences);
    }

    /** Returns the first sentence, and the one that begins with "Begin with"; empty for a package-info without a comment. */
    static String summary(String text) {
        Matcher comment = COMMENT.matcher(text);
        if (!comment.find()) {
            return "";
        }
        String words = comment.group(1)
                .replaceAll("\\R\\s*\\*", " ")
                .replaceAll("\\s+", " ")
                .strip();
        Matcher tag = TAG.matcher(words);
        String plain = tag.replaceAll(found -> Matcher.quoteReplacement(
                "`" + shown(found.group(1), found.group(2).strip()) + "`"));
        String[] said = plain.split("(?<=\\.) (?=[A-Z`])", -1);
        return Stream.concat(
                        Stream.of(said[0]),
                        Stream.of(said).skip(1).filter(sentence -> sentence.startsWith("Begin with ")))
                .collect(Collectors.joining(" "));
    }

    /** A link is shown by the name of its class, or by the words that follow. */
    private static String shown(String tag, String content) {
        if (tag.equals("code")) {
            return content;
        }
        int blank = content.indexOf(' ');
        return blank < 0 ? content.substring(content.lastIndexOf('.') + 1) : content.substring(blank + 1);
    }

    /** A table for each first word, in the order in which they come in the table of packages. */
    String tables(Collection<String> order) {
        List<String> groups = order.stream().map(Rooms::group).distinct().toList();
        List<String> lines = new ArrayList<>(List.of(BEGIN, ""));
        for (String group : groups) {
            lines.add("### " + group);
            lines.add("");
            lines.add("| package | what it is |");
            lines.add("|---|---|");
            sentences.forEach((room, sentence) -> {
                if (group(room).equals(group) && order.contains(room)) {
                    lines.add("| `" + room + "` | " + sentence.replace("|", "\\|") + " |");
                }
            });
            lines.add("");
        }
        lines.add(END);
        return String.join("\n", lines);
    }

    private static String group(String room) {
        return room.split("\\.", 2)[0];
    }

    /** Packages of the table that have no sentence. */
    List<String> missing(Collection<String> order) {
        return order.stream()
                .filter(room -> sentences.getOrDefault(room, "").isEmpty())
                .toList();
    }

    /** A page with the tables in the place of those that it has. */
    String in(String page, Collection<String> order) {
        Matcher made = MADE.matcher(page);
        if (!made.find()) {
            throw new IllegalArgumentException("The page has no place for the rooms: " + BEGIN + " ... " + END);
        }
        return page.substring(0, made.start()) + tables(order) + page.substring(made.end());
    }

    /** Returns the classes that a package-info names to begin with. */
    static List<String> beginning(String text) {
        return Stream.of(summary(text).split("Begin with ", 2))
                .skip(1)
                .flatMap(names -> NAMED.matcher(names).results())
                .map(name -> name.group(1))
                .toList();
    }
}
