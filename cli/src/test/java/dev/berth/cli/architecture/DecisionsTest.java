package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The index of decisions has a line for each number: the record, or why there is none. */
class DecisionsTest {
    private static final Path RECORDS = Path.of("../docs/decisions");
    private static final Path INDEX = RECORDS.resolve("README.md");
    /** The index as it should be, to be copied after a record was added. */
    private static final Path PROPOSAL = Path.of("target/decisions.md");

    private static final Pattern FILE = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
    private static final Pattern TITLE = Pattern.compile("# (\\d+)\\. (.+)");
    private static final Pattern OVERTAKEN = Pattern.compile("(?m)^\\*((?:Partly o|O)vertaken): .*\\*$");
    private static final Pattern DECISION = Pattern.compile("\\[decision (\\d+)]");
    /** A line by hand, about a number without a record. */
    private static final Pattern UNUSED = Pattern.compile("- (\\d+): (.+)");

    @Test
    void index_hasALineForEachNumber() throws IOException {
        String index = Files.readString(INDEX);
        Map<Integer, String> lines = new TreeMap<>();
        index.lines()
                .map(UNUSED::matcher)
                .filter(Matcher::matches)
                .forEach(line -> lines.put(Integer.parseInt(line.group(1)), line.group()));
        Map<Integer, String> records = records();
        lines.putAll(records);
        int last = records.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        List<String> right = new ArrayList<>(
                index.lines().takeWhile(line -> !line.startsWith("- ")).toList());
        List<Integer> unexplained = new ArrayList<>();
        for (int number = 1; number <= last; number++) {
            String line = lines.get(number);
            if (line == null) {
                unexplained.add(number);
            } else {
                right.add(line);
            }
        }
        Files.createDirectories(PROPOSAL.getParent());
        Files.writeString(PROPOSAL, String.join("\n", right) + "\n");
        assertThat(unexplained)
                .as("numbers without a record; say why in %s, such as \"- 57: not used\"", INDEX)
                .isEmpty();
        assertThat(index)
                .as("%s; as it should be it is in cli/%s", INDEX, PROPOSAL)
                .isEqualTo(String.join("\n", right) + "\n");
    }

    private static Map<Integer, String> records() throws IOException {
        Map<Integer, String> lines = new TreeMap<>();
        try (Stream<Path> files = Files.list(RECORDS)) {
            for (Path file : files.filter(each -> !each.equals(INDEX)).toList()) {
                String name = file.getFileName().toString();
                String text = Files.readString(file);
                Matcher number = FILE.matcher(name);
                Matcher title = TITLE.matcher(text.lines().findFirst().orElse(""));
                assertThat(number.matches()
                                && title.matches()
                                && Integer.parseInt(number.group(1)) == Integer.parseInt(title.group(1)))
                        .as(
                                "%s begins with \"# %s. TITLE\"",
                                name, name.substring(0, 4).replaceAll("^0+", ""))
                        .isTrue();
                String before = lines.put(
                        Integer.parseInt(title.group(1)),
                        "- [%s. %s](%s)%s".formatted(title.group(1), title.group(2), name, overtaken(text)));
                assertThat(before).as("two records with the number of %s", name).isNull();
            }
        }
        return lines;
    }

    /** Suffix of the entry in the index: the later records that the note at the top of a record names. */
    private static String overtaken(String record) {
        Matcher note = OVERTAKEN.matcher(record);
        if (!note.find()) {
            return "";
        }
        String later = DECISION.matcher(note.group())
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.joining(", "));
        return ", " + note.group(1).replace("Partly", "partly").replace("Overtaken", "overtaken") + " by " + later;
    }
}
