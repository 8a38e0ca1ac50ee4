package dev.berth.service.report;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Sums of what guards and runners have measured: of each of the latest reservations, and of each day (UTC) by user, project and pool for
 * 400 days. How they were used from minute to minute is not kept here.
 */
public final class MeasuredUses implements FactKeeper<UseFact> {
    public static final String KIND = "use";

    private static final int MOST = (int) (Memory.atMost(50_000 * 150L, 64) / 150);

    private final TreeMap<Long, Entry> byReservation = new TreeMap<>();
    private final TreeMap<Long, TreeMap<Key, UseSums>> days = new TreeMap<>();

    /**
     * Sums of a reservation.
     *
     * @param keptUntil nothing of it is given back as idle before; 0 if nobody has asked for that
     */
    record Entry(long reservation, long measured, long used, long load, long keptUntil) {
        Entry plus(UseSums more) {
            UseSums sums = sums().plus(more);
            return new Entry(reservation, sums.measured(), sums.used(), sums.load(), keptUntil);
        }

        Entry keptUntil(long until) {
            return new Entry(reservation, measured, used, load, until);
        }

        UseSums sums() {
            return new UseSums(measured, used, load);
        }
    }

    record Row(long day, String user, String project, String pool, long measured, long used, long load) {}

    record All(List<Entry> reservations, List<Row> days) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<UseFact> type() {
        return UseFact.class;
    }

    /** Durable sums of a reservation. */
    public UseSums of(ReservationId reservation) {
        return Optional.ofNullable(byReservation.get(reservation.number()))
                .map(Entry::sums)
                .orElse(UseSums.NONE);
    }

    /** Until when a reservation is kept although it is idle; 0 if nobody has asked for that. */
    public long keptUntil(ReservationId reservation) {
        return Optional.ofNullable(byReservation.get(reservation.number()))
                .map(Entry::keptUntil)
                .orElse(0L);
    }

    /** Sees the sums of some days. */
    interface Rows {
        void row(Key key, UseSums sums);
    }

    void between(long fromDay, long toDay, Rows rows) {
        days.subMap(fromDay, toDay).values().forEach(row -> row.forEach(rows::row));
    }

    @Override
    public Undo apply(UseFact fact, long time, String actor) {
        return switch (fact) {
            case UseFact.Kept kept -> set(entry(kept.reservation()).keptUntil(kept.until()));
            // Whoever listens hears it; nothing is known of it later.
            case UseFact.Told told -> () -> {};
            case UseFact.Measured measured -> {
                UndoLog undo = new UndoLog();
                undo.add(set(entry(measured.reservation()).plus(measured.sums())));
                undo.add(forgetBefore(Math.floorDiv(time, UsageLedger.DAY) - UsageLedger.KEPT_DAYS));
                undo.add(add(
                        Math.floorDiv(measured.from(), UsageLedger.DAY),
                        new Key(measured.user(), measured.project().orElse(""), measured.pool()),
                        measured.sums()));
                yield undo;
            }
        };
    }

    private Entry entry(long reservation) {
        Entry known = byReservation.get(reservation);
        return known == null ? new Entry(reservation, 0, 0, 0, 0) : known;
    }

    /** The oldest reservation goes when there are too many. */
    private Undo set(Entry entry) {
        Entry before = byReservation.put(entry.reservation(), entry);
        Map.Entry<Long, Entry> oldest = byReservation.size() > MOST ? byReservation.pollFirstEntry() : null;
        return () -> {
            if (oldest != null) {
                byReservation.put(oldest.getKey(), oldest.getValue());
            }
            if (before == null) {
                byReservation.remove(entry.reservation());
            } else {
                byReservation.put(entry.reservation(), before);
            }
        };
    }

    private Undo forgetBefore(long day) {
        TreeMap<Long, TreeMap<Key, UseSums>> old = new TreeMap<>(days.headMap(day));
        days.headMap(day).clear();
        return () -> days.putAll(old);
    }

    private Undo add(long day, Key key, UseSums sums) {
        TreeMap<Key, UseSums> row = days.computeIfAbsent(day, empty -> new TreeMap<>());
        UseSums before = row.get(key);
        row.put(key, before == null ? sums : before.plus(sums));
        return () -> {
            if (before != null) {
                row.put(key, before);
                return;
            }
            row.remove(key);
            if (row.isEmpty()) {
                days.remove(day);
            }
        };
    }

    /** Nothing where nothing was measured, as in all snapshots from before there were measurements. */
    @Override
    public Stream<byte[]> capture() {
        List<Object> all = new ArrayList<>(byReservation.values());
        days.forEach((day, row) -> row.forEach((key, sums) -> all.add(
                new Row(day, key.user(), key.project(), key.pool(), sums.measured(), sums.used(), sums.load()))));
        return all.isEmpty()
                ? Stream.empty()
                : Pieces.of(
                        all,
                        500,
                        some -> Codec.write(All.class, new All(only(some, Entry.class), only(some, Row.class))));
    }

    private static <T> List<T> only(List<Object> some, Class<T> type) {
        return some.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byReservation.clear();
        days.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            all.reservations().forEach(entry -> byReservation.put(entry.reservation(), entry));
            all.days()
                    .forEach(row -> days.computeIfAbsent(row.day(), empty -> new TreeMap<>())
                            .put(
                                    new Key(row.user(), row.project(), row.pool()),
                                    new UseSums(row.measured(), row.used(), row.load())));
        });
    }
}
