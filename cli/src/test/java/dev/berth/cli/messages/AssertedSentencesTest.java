package dev.berth.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests assert codes, names, numbers and times; sentences are held by docs/messages.txt, the helps and the guide. A sentence is then changed where it is
 * made, and not in the tests of all that can say it.
 */
class AssertedSentencesTest {
    /** Packages and classes whose subject are words, so that their tests assert sentences. */
    private static final Set<String> ABOUT_WORDS = Set.of(
            // The makers of sentences.
            "dev.berth.words",
            "dev.berth.broker.book.DealNoticesTest",
            "dev.berth.service.notice.MailTextTest",
            // Reports for people, and the explanation of an order, which have no other form.
            "dev.berth.lab.report",
            "dev.berth.cli.intake.IntakeExplainTest",
            // A library for embedders: the message is all that its exceptions and its checks of a plan have.
            "dev.berth.workflow.model",
            "dev.berth.workflow.schedule",
            "dev.berth.workflow.spare");

    @Test
    void sentences_areAssertedWhereTheyAreTheSubjectAlone() throws IOException {
        List<AssertedSentences.Found> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.sorted().toList()) {
                Path sources = module.resolve("src/test/java");
                if (Files.isDirectory(sources)) {
                    found.addAll(inTree(sources));
                }
            }
        }
        assertThat(found)
                .as("assert the code, name, number or time; a test about words can be listed in this class")
                .isEmpty();
    }

    private static List<AssertedSentences.Found> inTree(Path sources) throws IOException {
        List<AssertedSentences.Found> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                String name = sources.relativize(file).toString();
                String type =
                        name.substring(0, name.length() - ".java".length()).replace('/', '.');
                if (!ABOUT_WORDS.contains(type) && !ABOUT_WORDS.contains(type.substring(0, type.lastIndexOf('.')))) {
                    found.addAll(AssertedSentences.in(type, Files.readString(file)));
                }
            }
        }
        return found;
    }

    @Test
    void plantedSentences_areFound() throws IOException {
        String sentence = "Job big needs 4 gpus, but the largest pool that matches has 2";
        assertThat(AssertedSentences.in("x.ATest", """
                class ATest {
                    void asserts() {
                        assertThat(ran.err()).isEqualTo("Refused: %1$s\\n");
                        assertThat(list).anyMatch(each -> each.equals("%1$s"));
                        assertThatThrownBy(call).hasMessage("Job " + job + " needs %1$s");
                        rejected(Code.INVALID, "%1$s", call);
                        assertBad(\"""
                                ID  NAME
                                %1$s
                                \""");
                    }
                }
                """.formatted(sentence)))
                .extracting(AssertedSentences.Found::line)
                .containsExactly(3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void factsAndInputs_areNot() throws IOException {
        assertThat(AssertedSentences.in("x.ATest", """
                @CsvSource("book two servers on the pool that is fast for the whole night")
                class ATest {
                    void asserts() {
                        assertThat(berth("book two servers on the pool that is fast for the whole night").code()).isZero();
                        assertThat(ran.err()).as("what is said of a booking that is out of the window").isEmpty();
                        assertThat(ran.out()).isEqualTo("r1  course  admin  2026-11-16 09:00  in parts, and for longer  47.00");
                        assertThat(ran.out()).contains("berth-test-r1 on n4 for ana until 2026-11-16 09:00", "(no-capacity)");
                        throw new AssertionError("the test did not come to the end of what it has to do");
                    }
                }
                """)).isEmpty();
    }
}
