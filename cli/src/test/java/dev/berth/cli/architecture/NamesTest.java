package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Simple names of the product are used once: no two top-level types of src/main share one, in whichever modules and packages they
 * are. A reader who meets a name in a review or a stack trace knows the type, and an import cannot name the wrong one.
 */
class NamesTest {
    @Test
    void topLevelTypes_haveNamesOfTheirOwn() throws IOException {
        List<Path> sources = sources();
        assertThat(sources).as("sources of all modules").hasSizeGreaterThan(1000);
        assertThat(shared(sources))
                .as(
                        "simple names that several types of src/main have; the engine keeps the short one, a command of the shell"
                                + " ends in Command, and others say whose they are")
                .isEmpty();
    }

    @Test
    void shared_findsTheSameNameInOtherModulesAndPackages() {
        List<Path> files = Stream.of(
                        "engine/src/main/java/a/Plan.java",
                        "engine/src/main/java/a/package-info.java",
                        "engine/src/main/java/a/b/package-info.java",
                        "engine/src/main/java/a/b/Plans.java",
                        "cli/src/main/java/c/Plan.java")
                .map(Path::of)
                .toList();
        assertThat(shared(files))
                .containsExactly("Plan: cli/src/main/java/c/Plan.java, engine/src/main/java/a/Plan.java");
    }

    /** Lists each name that several of the files have, with these files. */
    private static List<String> shared(Collection<Path> files) {
        Map<String, TreeSet<String>> places = new TreeMap<>();
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".java", "");
            places.computeIfAbsent(name, absent -> new TreeSet<>()).add(file.toString());
        }
        places.keySet().removeAll(List.of("package-info", "module-info"));
        return places.entrySet().stream()
                .filter(place -> place.getValue().size() > 1)
                .map(place -> place.getKey() + ": " + String.join(", ", place.getValue()))
                .toList();
    }

    /** Finds the sources of the product; each has one top-level type, which is named like its file. */
    private static List<Path> sources() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.sorted().toList()) {
                Path root = module.resolve("src/main/java");
                if (Files.isDirectory(root)) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                    }
                }
            }
        }
        return found;
    }
}
