package dev.berth.service.series;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Numbered;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The series by number, and to which a reservation belongs. */
public final class SeriesBook implements FactKeeper {
    public static final String KIND = "series";

    private final Numbered<Series> series = new Numbered<>(
            Series::number,
            one -> one.occurrences().stream()
                    .mapToLong(occurrence -> occurrence.reservation())
                    .filter(reservation -> reservation > 0));

    record All(List<Series> series) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        return series.set(Codec.read(Series.class, body));
    }

    public Optional<Series> get(long number) {
        return series.get(number);
    }

    /** The number of the series that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return series.of(reservation);
    }

    public long next() {
        return series.last() + 1;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(List.copyOf(series.all()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        series.restore(0, Codec.read(All.class, snapshot).series());
    }
}
