package dev.berth.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The README's example for programmers: it runs, and the README shows these very lines. */
class ReadmeExampleTest {
    @Test
    @SuppressWarnings("SystemOut")
    void example_runs() {
        // README begin
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("slow", 2, "0.5")));
        book.submit(new Command.AddPool(new Pool("fast", 1, "1")));

        Decision decision = book.submit(new Command.Reserve(Job.of("report", 10, 100, 250)));
        switch (decision) {
            case Decision.Accepted accepted -> System.out.println(accepted.events());
            case Decision.Refused refused ->
                System.out.println(refused.refusal().message());
            case Decision.Report report -> System.out.println(report.inTheWay());
        }

        // What if both slow servers went away at 150? Nothing is changed by asking.
        PoolId slow = new PoolId("slow");
        List<Decision> answers =
                book.whatIf(List.of(new Command.Drain(slow, ServerSet.of(0, 1), new Window(150, 900), false)));

        Book same = Book.restore(book.snapshot());
        // README end
        assertThat(decision).isInstanceOf(Decision.Accepted.class);
        assertThat(answers.getFirst())
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo("reservations-in-the-way"));
        assertThat(same.reservations()).containsExactlyElementsOf(book.reservations());
    }

    @Test
    void readme_showsTheseLines() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/berth/engine/ReadmeExampleTest.java"));
        String shown = source.substring(
                        source.indexOf("// README begin\n") + 16, source.indexOf("        // README end"))
                .lines()
                .map(line -> line.isBlank() ? "" : line.substring(8))
                .collect(Collectors.joining("\n"));
        assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + shown + "\n```");
    }
}
