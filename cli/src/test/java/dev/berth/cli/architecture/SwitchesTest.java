package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Switches over sealed types have no {@code default}: a new event or command is forgotten nowhere without a word. */
class SwitchesTest {
    @Test
    void switchesOverSealedTypes_haveNoDefault() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.sorted().toList()) {
                Path sources = module.resolve("src/main/java");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> found = Files.walk(sources)) {
                        found.filter(each -> each.toString().endsWith(".java")).forEach(files::add);
                    }
                }
            }
        }
        SealedSwitches switches = SealedSwitches.read(files);
        assertThat(switches.judged())
                .as("switches with a default and patterns, so that the rule is looked at")
                .isPositive();
        assertThat(switches.withDefault())
                .as("switches over sealed types with a default; name the other cases")
                .isEmpty();
    }

    @Test
    void aDefault_isFound() throws IOException {
        assertThat(SealedSwitches.ofTexts("""
                                package a;
                                public sealed interface Event {
                                    record Opened(int at) implements Event {}
                                    record Closed(int at) implements Event {}
                                    private void own() {
                                        switch (this) {
                                            case Opened(int at) -> {}
                                            default -> {}
                                        }
                                    }
                                }
                                """, """
                                package a.other;
                                import a.Event;
                                class Reader {
                                    void read(Event event) {
                                        switch (event) {
                                            case Event.Opened opened -> {}
                                            default -> {}
                                        }
                                    }
                                    int count(Event event) {
                                        return switch (event) {
                                            case Event.Closed closed when closed.at() > 0 -> 1;
                                            case null, default -> 0;
                                        };
                                    }
                                    void old(Event event) {
                                        switch (event) {
                                            case Event.Opened opened:
                                                break;
                                            default:
                                        }
                                    }
                                }
                                """, """
                                package a.third;
                                import a.Event.Opened;
                                import a.Event.Closed;
                                class Third {
                                    void read(a.Event event) {
                                        switch (event) {
                                            case Opened opened -> {}
                                            case Closed closed -> {}
                                            default -> {}
                                        }
                                    }
                                }
                                """).withDefault())
                .containsExactly(
                        "text 0:6: Opened",
                        "text 1:5: Event.Opened",
                        "text 1:11: Event.Closed",
                        "text 1:17: Event.Opened",
                        "text 2:6: Opened");
    }

    @Test
    void otherSwitches_areNot() throws IOException {
        assertThat(SealedSwitches.ofTexts("""
                                package a;
                                sealed interface Event permits Opened, Closed {}
                                record Opened() implements Event {}
                                record Closed() implements Event {}
                                record Other() {}
                                class Reader {
                                    void all(Event event) {
                                        switch (event) {
                                            case Opened opened -> {}
                                            case Closed closed -> {}
                                        }
                                    }
                                    void open(Object value) {
                                        switch (value) {
                                            case Opened opened -> {}
                                            case Other other -> {}
                                            default -> {}
                                        }
                                        switch (value.toString()) {
                                            case "Opened" -> {}
                                            default -> {}
                                        }
                                    }
                                }
                                """, """
                                package b;
                                class Reader {
                                    record Opened() {}
                                    void another(Object value) {
                                        switch (value) {
                                            case Opened opened -> {}
                                            default -> {}
                                        }
                                    }
                                }
                                """).withDefault()).isEmpty();
    }
}
