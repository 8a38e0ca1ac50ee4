package dev.berth.service.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Series are kept while something is left of them, and not for ever. */
class SeriesBookTest {
    private static final long MONTH = Duration.ofDays(30).toMillis();

    private final SeriesBook book = new SeriesBook();

    private static Series series(long number, String user, int count, boolean cancelled) {
        List<Series.Occurrence> occurrences = LongStream.range(0, count)
                .mapToObj(each -> each % 2 == 0
                        ? Series.Occurrence.booked(each, number * 10_000 + each)
                        : Series.Occurrence.refused(each, "no-capacity", "because of ".repeat(100)))
                .map(each -> cancelled ? each.skip() : each)
                .toList();
        return new Series(number, "name", user, "FREQ=DAILY", "UTC", Series.Mode.BEST_POSSIBLE, occurrences);
    }

    private Undo tell(Series series, long time) {
        return book.apply(series, time, series.user());
    }

    private static List<String> pieces(SeriesBook of) {
        return of.capture()
                .map(piece -> new String(piece, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void refusalTexts_areShort_andGoWithTheSeries() {
        tell(series(1, "ana", 4, false), 1);
        assertThat(book.get(1).orElseThrow().occurrences().get(1).detail()).hasSize(300);
        tell(series(1, "ana", 4, true), 1);
        assertThat(book.get(1).orElseThrow().occurrences().get(1).detail()).isEmpty();
        assertThat(book.get(1).orElseThrow().occurrences().get(1).code()).isEqualTo("no-capacity");
    }

    @Test
    void cancelledSeries_oneUserPushesOutNobodyElses() {
        tell(series(1, "ben", 1_000, true), 1);
        for (long number = 2; number <= 14; number++) {
            tell(series(number, "ana", 1_000, false), 1);
            tell(series(number, "ana", 1_000, true), 1);
        }
        tell(series(15, "ana", 1_000, false), 1);
        assertThat(book.get(1)).isPresent();
        assertThat(book.get(4)).isEmpty();
        assertThat(book.get(5)).as("ten of 1,000 are kept").isPresent();
        assertThat(book.of(40_000)).isEmpty();
        assertThat(book.of(150_000)).hasValue(15L);
        assertThat(book.occurrences("ana")).isEqualTo(11_000);
        SeriesBook other = new SeriesBook();
        other.restore(book.capture().iterator());
        assertThat(pieces(other)).isEqualTo(pieces(book));
        assertThat(other.next()).isEqualTo(16);
    }

    @Test
    void aMonthAfterItsLastOccurrence_itIsForgotten_andItsNumberIsNotUsedAgain() {
        tell(series(1, "ana", 3, false), 1);
        List<String> before = pieces(book);
        Undo second = tell(series(2, "ana", 3, false), MONTH + 10);
        assertThat(book.get(1)).isEmpty();
        assertThat(book.next()).isEqualTo(3);
        second.undo();
        assertThat(pieces(book)).isEqualTo(before);
    }

    @Test
    void anOlderSnapshot_isRead() {
        byte[] old = "{\"series\":[]}".getBytes(StandardCharsets.UTF_8);
        book.restore(List.of(old).iterator());
        assertThat(book.next()).isEqualTo(1);
    }
}
