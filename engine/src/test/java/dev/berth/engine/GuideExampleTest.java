package dev.berth.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The examples of docs/guide/embedding.md: they run, and the guide shows these very lines. */
class GuideExampleTest {
    private static final Path GUIDE = Path.of("../docs/guide/embedding.md");
    private static final String BEGIN = "        // guide begin\n";

    @Test
    @SuppressWarnings("SystemOut")
    void example_runs() {
        // guide begin
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("slow", 2, "0.5")));
        book.submit(new Command.AddPool(new Pool("fast", 1, "1")));

        Decision decision = book.submit(new Command.Reserve(Job.of("report", 10, 100, 250)));
        switch (decision) {
            case Decision.Accepted accepted -> System.out.println(accepted.events());
            case Decision.Refused refused -> System.out.println(refused.refusal());
            case Decision.Report report -> System.out.println(report.inTheWay());
        }

        // What if both slow servers went away at 150? Nothing is changed by asking.
        PoolId slow = new PoolId("slow");
        List<Decision> answers =
                book.whatIf(List.of(new Command.Drain(slow, ServerSet.of(0, 1), new Window(150, 900), false)));

        Book same = Book.restore(book.snapshot());
        // guide end
        assertThat(decision).isInstanceOf(Decision.Accepted.class);
        assertThat(answers.getFirst())
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo("reservations-in-the-way"));
        assertThat(same.reservations()).containsExactlyElementsOf(book.reservations());
    }

    @Test
    void agreements_printWhatTheGuideShows() throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            agreements();
        } finally {
            System.setOut(before);
        }
        assertThat(Files.readString(GUIDE)).contains("```text\n" + printed.toString(StandardCharsets.UTF_8) + "```");
    }

    @SuppressWarnings("SystemOut")
    private static void agreements() {
        // guide begin
        Book book = new Book("level", "replan"); // what waits moves within its agreement to make room
        PoolId gpu = new PoolId("gpu");
        book.submit(new Command.AddPool(new Pool("gpu", 4, "1")));
        book.submit(new Command.SetTariff(
                gpu, Tariff.flat(Money.of("2.50"), 3_600).withDiscounts(200_000, 100_000, 86_400)));
        book.submit(new Command.Reserve(Job.exactly("course", new Window(36_000, 50_400), 3)));

        Job job = Job.of("training", 36_000, 7_200, 46_000, 2).under(Terms.budget(Money.of("15")));
        if (book.decide(new Command.Reserve(job)) instanceof Decision.Refused refused) {
            System.out.println(refused.refusal());
            for (Offer offer : book.offers(job, new Wish(3, Wish.Ranking.PRICE, 86_400))) {
                System.out.println(offer.family() + " " + offer.placement().window() + " for " + offer.price());
            }
        }
        // guide end
        List<Offer> offers = book.offers(job, new Wish(3, Wish.Ranking.PRICE, 86_400));
        assertThat(offers).isNotEmpty();
        assertThat(book.submit(new Command.Hold(offers.getFirst().job(), 600))).isInstanceOf(Decision.Accepted.class);
    }

    @Test
    void guide_showsTheseLines() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/berth/engine/GuideExampleTest.java"));
        String guide = Files.readString(GUIDE);
        int shown = 0;
        for (int begin = source.indexOf(BEGIN); begin >= 0; begin = source.indexOf(BEGIN, begin + 1)) {
            String example = source.substring(begin + BEGIN.length(), source.indexOf("        // guide end", begin))
                    .lines()
                    .map(line -> line.isBlank() ? "" : line.substring(8))
                    .collect(Collectors.joining("\n"));
            assertThat(guide).contains("```java\n" + example + "\n```");
            shown++;
        }
        assertThat(shown).isEqualTo(2);
    }
}
