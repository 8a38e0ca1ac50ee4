package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.console.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The help of every command is as in src/test/resources/help, the one place to read them all. After a change renew them with
 * what this test leaves in target/help: {@code cp cli/target/help/* cli/src/test/resources/help/}
 */
class HelpTest {
    private static final Path GOLDEN = Path.of("src/test/resources/help");
    private static final Path ACTUAL = Path.of("target/help");

    static List<String> commands() {
        return AllCommands.of(Environment.ofProcess()).paths();
    }

    private static String file(String command) {
        return command.replace(' ', '-') + ".txt";
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOf(String command) throws IOException {
        String[] words = (command + " --help").substring("berth ".length()).split(" ", -1);

        Ran ran = Ran.berth(words);

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        Files.createDirectories(ACTUAL);
        Files.writeString(ACTUAL.resolve(file(command)), ran.out());
        Path golden = GOLDEN.resolve(file(command));
        assertThat(ran.out())
                .as("if the change is meant: cp cli/target/help/* cli/src/test/resources/help/")
                .isEqualTo(Files.exists(golden) ? Files.readString(golden) : "");
    }

    @Test
    void noFile_isOfACommandThatIsGone() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            commands().stream().map(HelpTest::file).toList());
        }
    }

    /** Phrases that hide the noun and notation meant for programs must not occur. */
    @ParameterizedTest
    @MethodSource("commands")
    void help_isPlainEnglish(String command) throws IOException {
        assertThat(Files.readString(GOLDEN.resolve(file(command))))
                .doesNotContainIgnoringCase(
                        "unless told", "so many", "so much", "so long", "whoever", "is told", "anew")
                .doesNotContain("PT1", "${");
    }
}
