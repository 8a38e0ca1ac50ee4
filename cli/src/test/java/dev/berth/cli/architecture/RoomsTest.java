package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of rooms in docs/architecture.md are what package-info says, a row for each package of docs/packages.txt. */
class RoomsTest {
    private static final Path PAGE = Path.of("../docs/architecture.md");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");
    private static final Pattern CLASS = Pattern.compile("\\b([A-Z][a-z]\\w+)");
    private static final Path TABLE = Path.of("../docs/packages.txt");
    /** The page as it should be, to be copied after packages have changed. */
    private static final Path PROPOSAL = Path.of("target/architecture.md");

    @Test
    void page_hasARowForEachPackage() throws IOException {
        Set<String> packages = PackageTable.of(Files.readAllLines(TABLE)).uses().keySet();
        Rooms rooms = Rooms.of(packageInfos().values());
        String page = Files.readString(PAGE);
        String right = rooms.in(page, packages);
        Files.createDirectories(PROPOSAL.getParent());
        Files.writeString(PROPOSAL, right);
        assertThat(rooms.missing(packages))
                .as("packages of %s without a sentence in their package-info", TABLE)
                .isEmpty();
        assertThat(page)
                .as("%s; as it should be it is in cli/%s", PAGE, PROPOSAL)
                .isEqualTo(right);
    }

    @Test
    void page_hasARowForEachModule() throws IOException {
        List<String> modules = all(MODULE, Files.readString(Path.of("../pom.xml")));
        String page = Files.readString(PAGE);
        int begin = page.indexOf("## Modules");
        List<String> rows = all(ROW, page.substring(begin, page.indexOf("\n## ", begin)));
        assertThat(rows).as("rows of modules in %s", PAGE).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void classesOfThePicture_areThere() throws IOException {
        String picture = Files.readString(PAGE).split("```", 3)[1];
        Set<String> classes = new TreeSet<>();
        for (Path sources : sources()) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> classes.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        assertThat(classes).contains(all(CLASS, picture).toArray(String[]::new));
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @Test
    void classesToBeginWith_areThere() throws IOException {
        packageInfos()
                .forEach((file, text) -> assertThat(Rooms.beginning(text))
                        .as("classes that %s names", file)
                        .allSatisfy(name ->
                                assertThat(file.resolveSibling(name + ".java")).exists()));
    }

    /** Finds them in all modules, whatever these are called. */
    private static Map<Path, String> packageInfos() throws IOException {
        Map<Path, String> found = new TreeMap<>();
        for (Path sources : sources()) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(each -> each.endsWith("package-info.java")).toList()) {
                    found.put(file, Files.readString(file));
                }
            }
        }
        return found;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.resolve("src/main/java/dev/berth"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    @Test
    void summary_isPlainText() {
        assertThat(Rooms.summary("/** Books. The rest. */\npackage dev.berth.a;"))
                .isEqualTo("Books.");
        assertThat(Rooms.summary("/**\n * {@code berth.x}: see {@link dev.berth.a.Book} (singh,\n * 2.1). More.\n */"))
                .isEqualTo("`berth.x`: see `Book` (singh, 2.1).");
        String named = "/** Books. It is fast. Begin with {@code A} and {@code B}. */";
        assertThat(Rooms.summary(named)).isEqualTo("Books. Begin with `A` and `B`.");
        assertThat(Rooms.beginning(named)).containsExactly("A", "B");
        assertThat(Rooms.summary("package dev.berth.a;")).isEmpty();
    }

    @Test
    void rows_areGroupedByTheFirstWord_inTheOrderOfTheTable() {
        Rooms rooms = Rooms.of(List.of(
                "/** Low. */ \npackage dev.berth.z;",
                "/** High. */\npackage dev.berth.a.b;",
                "/** Not shipped. */\npackage dev.berth.c;"));
        String page = rooms.in(
                "before\n<!-- rooms: made from package-info by RoomsTest -->\nold\n<!-- end of rooms -->\nafter",
                List.of("z", "a.b"));
        assertThat(page.lines().filter(line -> line.startsWith("| `") || line.startsWith("#") || !line.startsWith("|")))
                .contains("before", "### z", "| `z` | Low. |", "### a", "| `a.b` | High. |", "after")
                .doesNotContain("old");
        assertThat(page).doesNotContain("Not shipped");
        assertThat(rooms.missing(List.of("z", "d"))).containsExactly("d");
    }
}
