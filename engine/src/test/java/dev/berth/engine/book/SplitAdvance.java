package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Reservation;
import java.util.Comparator;
import java.util.List;
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
        assertThat(content(split)).as(steps).isEqualTo(content(whole));
        assertThat(split.snapshot()).as(steps).isEqualTo(whole.snapshot());
    }

    private static List<?> content(Book book) {
        return List.of(
                book.reservations().stream()
                        .sorted(Comparator.comparing(Reservation::id))
                        .toList(),
                List.copyOf(book.degraded()),
                List.copyOf(book.queued()),
                List.copyOf(book.queuedOpportunists()),
                List.copyOf(book.runningOpportunists()));
    }
}
