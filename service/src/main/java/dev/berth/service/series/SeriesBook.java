package dev.berth.service.series;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The series by number, and to which a reservation belongs. One is kept until a month after its last occurrence; of those
 * of which nothing is left only the latest are.
 */
public final class SeriesBook implements FactKeeper<Series> {
    public static final String KIND = "series";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Occurrences of series of which nothing is left, of one user and in all. */
    private static final long SPENT_OF_ONE = 10_000;

    /** Memory of an occurrence in bytes, approximately. */
    private static final long BYTES = 200;

    private static final long SPENT_IN_ALL = Memory.atMost(100_000 * BYTES, 32) / BYTES;
    /** Occurrences of series of one user, at most: refused ones take memory, too, and no capacity. */
    public static final long MOST_OF_ONE = 200_000;

    private final Numbered<Series> series = new Numbered<>(new OfSeries(), new PastRecords(SPENT_OF_ONE, SPENT_IN_ALL));

    private static final class OfSeries implements Numbered.Traits<Series> {
        @Override
        public long number(Series one) {
            return one.number();
        }

        @Override
        public String owner(Series one) {
            return one.user();
        }

        @Override
        public LongStream reservations(Series one) {
            return one.occurrences().stream()
                    .mapToLong(Series.Occurrence::reservation)
                    .filter(reservation -> reservation > 0);
        }

        @Override
        public boolean isOver(Series one) {
            return one.isSpent();
        }

        @Override
        public long weight(Series one) {
            return one.occurrences().size();
        }
    }

    /** @param last the greatest number that was given; missing in older snapshots, where none was ever forgotten */
    record All(Optional<Long> last, List<Series> series) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public long openBytes() {
        return BYTES * series.open();
    }

    @Override
    public Class<Series> type() {
        return Series.class;
    }

    @Override
    public Undo apply(Series fact, long time, String actor) {
        UndoLog undo = new UndoLog();
        List<Long> over = series.all().stream()
                .filter(one -> one.last() < time - KEPT)
                .map(Series::number)
                .toList();
        over.forEach(number -> undo.add(series.remove(number)));
        undo.add(series.set(fact.slim()));
        return undo;
    }

    public Optional<Series> get(long number) {
        return series.get(number);
    }

    /** Series by number. */
    public Collection<Series> all() {
        return series.all();
    }

    /** The number of the series that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return series.of(reservation);
    }

    public long next() {
        return series.last() + 1;
    }

    /** How many occurrences the series of a user have. */
    public long occurrences(String user) {
        return series.all().stream()
                .filter(one -> one.user().equals(user))
                .mapToLong(one -> one.occurrences().size())
                .sum();
    }

    @Override
    public Stream<byte[]> capture() {
        Optional<Long> last = Optional.of(series.last());
        return Pieces.of(List.copyOf(series.all()), 1, some -> Codec.write(All.class, new All(last, some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        series.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            series.add(all.last().orElse(0L), all.series());
        });
    }
}
