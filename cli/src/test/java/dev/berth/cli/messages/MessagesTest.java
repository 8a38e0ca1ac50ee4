package dev.berth.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every refusal, problem and error is as in docs/messages.txt, the one place to read them all. */
class MessagesTest {
    private static final Path GOLDEN = Path.of("../docs/messages.txt");
    private static final Path ACTUAL = Path.of("target/messages.txt");

    private static String catalogue() throws IOException {
        List<Path> folders = Stream.of(
                        "engine",
                        "words",
                        "wire",
                        "journal",
                        "site",
                        "workflow",
                        "provision",
                        "service",
                        "api",
                        "slurm",
                        "broker",
                        "directory",
                        "server",
                        "lab",
                        "cli")
                .map(module -> Path.of("..", module, "src/main/java"))
                .toList();
        StringBuilder text = new StringBuilder("""
                # Every sentence with which Berth says no, by the class that says it. {x} stands for a value, [a|b] for
                # either. Made from the source: cp cli/target/messages.txt docs/messages.txt
                """);
        for (Map.Entry<String, Set<String>> each : MessageCatalogue.of(folders).entrySet()) {
            text.append('\n').append(each.getKey()).append('\n');
            each.getValue()
                    .forEach(sentence -> text.append("  ")
                            .append(sentence.replace("\n", "\\n"))
                            .append('\n'));
        }
        return text.toString();
    }

    @Test
    void everyMessage() throws IOException {
        String actual = catalogue();
        Files.createDirectories(ACTUAL.getParent());
        Files.writeString(ACTUAL, actual);

        assertThat(actual)
                .as("if the change is meant: cp cli/target/messages.txt docs/messages.txt")
                .isEqualTo(Files.exists(GOLDEN) ? Files.readString(GOLDEN) : "");
    }
}
