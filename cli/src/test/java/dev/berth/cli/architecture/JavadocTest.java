package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Javadocs begin with the noun or the verb that their readers would search for, in the sources of all modules. */
class JavadocTest {
    /** First words that hide the noun. */
    private static final Set<String> HIDING = Set.of("of", "those", "what", "who", "by", "as", "in");

    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(?!/)[\\s*]*(\\w+)?.*?\\*/");

    @Test
    void javadocs_beginWithTheirNounOrVerb() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.sorted().toList()) {
                for (String kind : List.of("main", "test")) {
                    Path sources = module.resolve("src").resolve(kind).resolve("java");
                    if (Files.isDirectory(sources)) {
                        found.addAll(inTree(sources));
                    }
                }
            }
        }
        assertThat(found)
                .as("Javadocs that begin with one of %s; name the subject first", HIDING)
                .isEmpty();
    }

    private static List<String> inTree(Path sources) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                hiding(Files.readString(file)).forEach(each -> found.add(file + ":" + each));
            }
        }
        return found;
    }

    /** Finds the line and the beginning of each Javadoc that hides its noun. */
    static List<String> hiding(String text) {
        List<String> found = new ArrayList<>();
        Matcher javadoc = JAVADOC.matcher(text);
        while (javadoc.find()) {
            String first = javadoc.group(1);
            if (first != null && HIDING.contains(first.toLowerCase(Locale.ROOT))) {
                long line = text.substring(0, javadoc.start())
                                .chars()
                                .filter(each -> each == '\n')
                                .count()
                        + 1;
                String words =
                        javadoc.group().replaceAll("\\R\\s*\\*(?!/)", " ").replaceAll("\\s+", " ");
                found.add(line + ": " + words.substring(0, Math.min(words.length(), 120)));
            }
        }
        return found;
    }

    @Test
    void hiding_findsFirstWords() {
        // Written with another sign, because this file is looked at as well.
        assertThat(hiding(
                        ("class A {\n\n    /%% What it is. %/\n    int a;\n    /%%\n     % Of one.\n     % @param b c\n"
                                        + "     %/\n}")
                                .replace('%', '*')))
                .containsExactly(
                        "3: /%% What it is. %/".replace('%', '*'), "5: /%% Of one. @param b c %/".replace('%', '*'));
        assertThat(hiding(("/%% Whatever. Of it. %/ /%% {@code What} %/ /%% Office. %/ /% By hand. %/ /%%/ // As\n"
                                + "/%% @param x what %/")
                        .replace('%', '*')))
                .isEmpty();
    }
}
