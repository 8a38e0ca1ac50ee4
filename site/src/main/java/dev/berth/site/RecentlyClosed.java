package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.codec.Codec;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reservations that closed recently: a book forgets them, but people still ask for them. Derived from the events, so the
 * journal need not hold them. When there are too many, the user with the most loses the oldest first.
 */
final class RecentlyClosed {
    /** Each takes about a kilobyte. */
    private static final int KEPT = (int) (Memory.atMost(10_000 << 10, 32) >> 10);

    private final Latest<Past> past;
    /** When each closed, in the order of closing. */
    private final Map<ReservationId, Long> places = new HashMap<>();

    private long last;

    record All(List<Past> past) {}

    RecentlyClosed() {
        this(KEPT);
    }

    RecentlyClosed(int kept) {
        past = new Latest<>(kept, new Latest.Watcher<>() {
            @Override
            public void added(long place, Past one) {
                places.put(one.reservation().id(), place);
            }

            @Override
            public void removed(long place, Past one) {
                places.remove(one.reservation().id(), place);
            }
        });
    }

    /** One that recovers under its old number is no longer past, should it close again. */
    Undo add(Past one) {
        UndoLog undo = new UndoLog();
        Long before = places.get(one.reservation().id());
        if (before != null) {
            undo.add(past.remove(before));
        }
        undo.add(past.add(++last, one.reservation().job().user(), 1, one));
        undo.add(() -> last--);
        return undo;
    }

    Optional<Past> find(ReservationId id) {
        Long place = places.get(id);
        return place == null ? Optional.empty() : past.get(place);
    }

    Collection<Past> all() {
        return past.all().toList();
    }

    Stream<byte[]> capture() {
        return Pieces.of(past.all().toList(), 200, some -> Codec.write(All.class, new All(some)));
    }

    void restore(Iterator<byte[]> pieces) {
        past.clear();
        places.clear();
        last = 0;
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).past().forEach(this::add));
    }
}
