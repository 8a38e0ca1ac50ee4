package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory follows the open reservations, not history. */
class SteadyStateTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void longRuns_keepTheCalendarAsSmallAsWhatIsOpen(String policy) {
        SplittableRandom random = new SplittableRandom(7);
        Book book = new Book(policy);
        book.submit(new Command.AddPool(new Pool("slow", 10, "0.5")));
        book.submit(new Command.AddPool(new Pool("fast", 10, "1")));
        long peak = 0;
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            book.submit(new Command.Advance(i * 10L));
            long ready = i * 10L + random.nextInt(2_000);
            Job job = Job.of("j" + i, ready, 1 + random.nextInt(180), ready + 200 + random.nextInt(400));
            accepted += book.submit(new Command.Reserve(job)) instanceof Decision.Accepted ? 1 : 0;
            long allowed = 2L * book.reservations().size() + 20 + 2 * 128;
            assertThat(book.calendarSize()).as("job %d", i).isLessThanOrEqualTo(allowed);
            peak = Math.max(peak, book.reservations().size());
        }
        assertThat(accepted).isGreaterThan(10_000);
        assertThat(peak).isLessThan(500);
    }
}
