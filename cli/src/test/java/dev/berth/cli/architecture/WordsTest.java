package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of docs/guide/words.md are those that people meet, and a server is never a process. */
class WordsTest {
    private static final Path WORDS = Path.of("../docs/guide/words.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([a-z][^|]*) \\| [^|]+ \\|$");
    /** Phrases that use "server" for a process of Berth instead of a unit of capacity. */
    private static final Pattern PROCESS = Pattern.compile(
            "(?i)\\bservers? (that |which )?(leads?|follows?)\\b|\\bservers of Berth\\b|`berth servers`|\\bleading server\\b");
    /** Names the old command for those who upgrade. */
    private static final String OLD_COMMAND = "`berth servers drain NAME`";

    @Test
    void words_areUsed() throws IOException {
        String pages = String.join("\n", pages().values()).toLowerCase(Locale.ROOT);
        List<String> words = ROW.matcher(Files.readString(WORDS))
                .results()
                .flatMap(row -> Stream.of(row.group(1).split(", ", -1)))
                .filter(word -> !word.equals("word"))
                .toList();
        assertThat(words).contains("server", "instance", "reservation").doesNotHaveDuplicates();
        assertThat(words.stream().filter(word -> !pages.contains(word)))
                .as("words of %s that no other page and no help uses", WORDS)
                .isEmpty();
    }

    @Test
    void server_isNeverAProcess() throws IOException {
        List<String> found = new ArrayList<>();
        pages().forEach((file, text) -> {
            Matcher process = PROCESS.matcher(text.replace(OLD_COMMAND, ""));
            while (process.find()) {
                found.add(file + ": " + process.group());
            }
        });
        assertThat(found).as("a process of Berth is an instance").isEmpty();
    }

    /** Reads the documents and helps of today; records of decisions and the changelog stay as they were written. */
    private static Map<Path, String> pages() throws IOException {
        Map<Path, String> pages = new TreeMap<>();
        for (Path directory :
                List.of(Path.of(".."), Path.of("../docs"), WORDS.getParent(), Path.of("src/test/resources/help"))) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(WordsTest::isPage).toList()) {
                    pages.put(file, Files.readString(file));
                }
            }
        }
        return pages;
    }

    private static boolean isPage(Path file) {
        String name = file.getFileName().toString();
        return (name.endsWith(".md") || name.endsWith(".txt"))
                && !file.equals(WORDS)
                && !name.equals("CHANGELOG.md")
                && !name.equals("packages.txt");
    }
}
