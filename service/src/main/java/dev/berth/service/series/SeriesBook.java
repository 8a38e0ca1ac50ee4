package dev.berth.service.series;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The series by number, and to which a reservation belongs. */
public final class SeriesBook implements FactKeeper {
    public static final String KIND = "series";

    private final TreeMap<Long, Series> byNumber = new TreeMap<>();
    private final Map<Long, Long> byReservation = new HashMap<>();

    record All(List<Series> series) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        Series series = Codec.read(Series.class, body);
        Series before = byNumber.get(series.number());
        put(series);
        return () -> {
            if (before == null) {
                byNumber.remove(series.number());
                series.occurrences().forEach(o -> byReservation.remove(o.reservation()));
            } else {
                put(before);
            }
        };
    }

    private void put(Series series) {
        byNumber.put(series.number(), series);
        series.occurrences().stream()
                .filter(occurrence -> occurrence.reservation() > 0)
                .forEach(occurrence -> byReservation.put(occurrence.reservation(), series.number()));
    }

    public Optional<Series> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    /** The number of the series that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return Optional.ofNullable(byReservation.get(reservation));
    }

    public long next() {
        return byNumber.isEmpty() ? 1 : byNumber.lastKey() + 1;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(List.copyOf(byNumber.values()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        byNumber.clear();
        byReservation.clear();
        Codec.read(All.class, snapshot).series().forEach(this::put);
    }
}
