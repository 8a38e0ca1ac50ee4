package dev.berth.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of the README and of the guide is run, page by page, and prints what the page shows. A block of commands says
 * {@code console} (with prompts and output) or {@code sh}; behind that may stand {@code exit=1} for the last command of the block,
 * or {@code not-run:} with a reason. Any other block with a file name behind its language is a file that the reader makes.
 */
class GuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** The pages as they should be, to be copied after the program has changed. */
    private static final Path PROPOSALS = Path.of("target/guide").toAbsolutePath();
    /** At most one block in ten is not run: those that install packages, for example. */
    private static final int ONE_IN = 10;

    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?(berth [a-z][^`]*)`");

    /** A link to another file, or to a heading; not to another site. */
    private static final Pattern LINK = Pattern.compile("\\]\\(((?!https?:)[^)#]*)(?:#([^)]*))?\\)");

    private static final Map<String, Process> SESSIONS = new TreeMap<>();

    @TempDir
    private static Path work;

    @BeforeAll
    static void read() throws IOException {
        Files.createDirectories(PROPOSALS);
        for (Path page : pages().toList()) {
            Path directory = Files.createDirectories(directory(page));
            // On the class path before it is filled: Java looks at the directories there once, at its start.
            Files.createDirectories(directory.resolve("my-classes"));
            SESSIONS.put(
                    page.toString(),
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-XX:TieredStopAtLevel=1",
                                    "-Duser.timezone=UTC",
                                    "-XX:ActiveProcessorCount=4",
                                    "-cp",
                                    "my-classes" + File.pathSeparator
                                            + System.getProperty(
                                                    "surefire.test.class.path", System.getProperty("java.class.path")),
                                    GuideSession.class.getName(),
                                    ROOT.resolve(page).toString(),
                                    PROPOSALS.resolve(directory.getFileName()).toString())
                            .directory(directory.toFile())
                            .redirectOutput(directory.resolve("wrong.txt").toFile())
                            .redirectError(directory.resolve("errors.txt").toFile())
                            .start());
        }
    }

    @AfterAll
    static void end() {
        SESSIONS.values().forEach(Process::destroyForcibly);
    }

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            guide.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream())
                    .map(ROOT::relativize);
        }
    }

    private static Path directory(Path page) {
        return work.resolve(page.toString().replace('/', '-'));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommand_doesWhatThePageShows(Path page) throws IOException, InterruptedException {
        int code = SESSIONS.get(page.toString()).waitFor();
        Path directory = directory(page);
        assertThat(Files.readString(directory.resolve("wrong.txt")))
                .as("%s; as it should be it is in cli/target/guide/%s", page, directory.getFileName())
                .isEmpty();
        assertThat(code).as(() -> text(directory.resolve("errors.txt"))).isZero();
    }

    @Test
    void fewBlocks_areNotRun() throws IOException {
        List<MarkdownBlock> blocks = pages().flatMap(GuideTest::blocks).toList();
        List<String> reasons = blocks.stream()
                .map(MarkdownBlock::reasonNotToRun)
                .filter(reason -> !reason.isEmpty())
                .toList();
        long run = blocks.stream().filter(MarkdownBlock::isRun).count();
        assertThat(reasons).hasSizeLessThanOrEqualTo((int) (run + reasons.size()) / ONE_IN);
    }

    /** The two that come before the service are in a sentence, because the page is run in a clone. */
    @Test
    void fromAClone_toAJobOnAnotherHost_thereAreAtMostEightCommands() throws IOException {
        Path page = ROOT.resolve("docs/guide/other-hosts.md");
        String text = Files.readString(page);
        assertThat(text).contains("`git clone`", "`cd`", "it takes six commands");
        List<String> typed = new ArrayList<>();
        for (MarkdownBlock block : MarkdownBlock.of(Files.readAllLines(page))) {
            if (typed.stream().noneMatch(each -> each.contains("hello from")) && block.isRun()) {
                block.commands().forEach(each -> typed.add(each.command()));
            }
        }
        assertThat(typed).last().asString().contains("./berth run");
        assertThat(typed.size() + 2).as("%s", typed).isEqualTo(6).isLessThanOrEqualTo(8);
    }

    /** Commands within a sentence are not run, but they have the options that they show. */
    @Test
    void commandsInSentences_haveTheirOptions() throws IOException {
        List<String> wrong = pages().flatMap(page -> INLINE.matcher(prose(page)).results())
                .map(span -> span.group(1))
                .filter(command -> !isKnown(command))
                .toList();
        assertThat(wrong).isEmpty();
    }

    private static String prose(Path page) {
        return text(ROOT.resolve(page)).replaceAll("(?ms)^```.*?^```$", "");
    }

    private static boolean isKnown(String command) {
        List<String> words = CommandLine.words(command);
        String name = words.getFirst();
        int read = 1;
        while (read < words.size() && Files.exists(help(name + "-" + words.get(read)))) {
            name += "-" + words.get(read++);
        }
        String help = read == 1 ? "" : text(help(name));
        return read > 1
                && words.stream()
                        .filter(word -> word.startsWith("--"))
                        .allMatch(option -> help.contains(option + " ") || help.contains(option + "\n"));
    }

    private static Path help(String name) {
        return Path.of("src/test/resources/help", name + ".txt");
    }

    @Test
    void everyLinkBetweenDocuments_leadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
                                    .map(ROOT::resolve),
                            files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .forEach(file -> LINK.matcher(prose(file)).results().forEach(link -> {
                        Path target = file.resolveSibling(link.group(1)).normalize();
                        boolean isThere = link.group(1).isEmpty() || Files.exists(target);
                        if (!isThere || !hasHeading(link.group(1).isEmpty() ? file : target, link.group(2))) {
                            broken.add(ROOT.relativize(file) + ": " + link.group());
                        }
                    }));
        }
        assertThat(broken).isEmpty();
    }

    private static boolean hasHeading(Path file, String anchor) {
        return anchor == null
                || text(file)
                        .lines()
                        .filter(line -> line.startsWith("#"))
                        .anyMatch(line -> line.replaceFirst("#+ ", "")
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                                .replace(' ', '-')
                                .equals(anchor));
    }

    private static Stream<MarkdownBlock> blocks(Path page) {
        return MarkdownBlock.of(text(ROOT.resolve(page)).lines().toList()).stream();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
