package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Reservation;
import java.util.Comparator;
import java.util.SplittableRandom;

/** The property that one long advance leads to the same book as many short ones. */
final class SplitAdvance {
    private SplitAdvance() {}

    static void isTheSame(Book book, SplittableRandom random, String where) {
        long to = book.now() + random.nextInt(60);
        Book whole = Book.restore(book.snapshot());
        Book split = Book.restore(book.snapshot());
        whole.submit(new Command.Advance(to));
        while (split.now() < to) {
            split.submit(new Command.Advance(Math.min(to, split.now() + random.nextInt(5))));
        }
        split.submit(new Command.Advance(to));
        String steps = "splitAdvanceIsTheSame: %s, from %d to %d".formatted(where, book.now(), to);
        assertThat(inWords(split)).as(steps).isEqualTo(inWords(whole));
        assertThat(split.snapshot()).as(steps).isEqualTo(whole.snapshot());
    }

    private static String inWords(Book book) {
        return "%s%n%s%n%s%n%s%n%s"
                .formatted(
                        book.reservations().stream()
                                .sorted(Comparator.comparing(Reservation::id))
                                .toList(),
                        book.degraded(),
                        book.queued(),
                        book.queuedOpportunists(),
                        book.runningOpportunists());
    }
}
