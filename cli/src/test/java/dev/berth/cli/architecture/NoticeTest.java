package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** NOTICE names the licence of every library that is shipped, and of nothing else. */
class NoticeTest {
    /** Written by the build before the tests: what goes into lib/. */
    private static final Path SHIPPED = Path.of("target/shipped.txt");

    private static final Path NOTICE = Path.of("../NOTICE");

    private static final Pattern LIBRARY = Pattern.compile("(?m)^ +([a-z][\\w.-]*:[\\w.-]+)(?::jar.*)?$");

    private static Set<String> libraries(Path file) throws IOException {
        return LIBRARY.matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .filter(library -> !library.startsWith("dev.berth:"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void notice_namesWhatIsShipped() throws IOException {
        Set<String> shipped = libraries(SHIPPED);
        assertThat(shipped).as("mvn test writes %s", SHIPPED).hasSizeGreaterThan(50);
        assertThat(libraries(NOTICE))
                .as("NOTICE at the root: add a library below its licence, take away what is no longer shipped")
                .isEqualTo(shipped);
    }

    /** Licences of libraries that may be shipped with a program under the Apache License if the notice names them. */
    @Test
    void licences_areKnownAndPermissive() throws IOException {
        List<String> licences = Pattern.compile("(?m)^([A-Za-z0-9.-]+): .*https://")
                .matcher(Files.readString(NOTICE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(licences).containsExactly("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT");
    }
}
