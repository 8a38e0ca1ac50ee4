package dev.berth.service.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.Entry;
import dev.berth.service.journal.Journal;
import dev.berth.service.journal.SavedSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a site knows: its book, its facts, and how far the journal knows them, too. */
final class Contents {
    final Book book;
    /** By kind. */
    final Map<String, FactKeeper> keepers;

    final RecentlyClosed closed = new RecentlyClosed();
    final OpenReservations open;
    final ClockDoubt doubt;
    /** The number of the last entry that is in here. */
    long version;
    /** Up to when the journal knows that time has passed; the book may be ahead by ticks that changed nothing else. */
    long journaledTime;
    /** How many entries came after the snapshot it was loaded from. */
    long replayed;
    /** Why what is in here cannot be relied upon any more; only the journal can. */
    @Nullable
    Throwable broken;

    Contents(Book book, Map<String, FactKeeper> keepers, long version, long journaledTime) {
        this.book = book;
        this.open = new OpenReservations(book);
        this.keepers = keepers;
        this.doubt = (ClockDoubt) keeper(ClockDoubt.KIND);
        this.version = version;
        this.journaledTime = journaledTime;
    }

    /** What the journal holds: the latest snapshot and all that came after it. */
    static Contents load(Journal journal, Supplier<Book> fresh, List<? extends FactKeeper> given) {
        Map<String, FactKeeper> keepers = new LinkedHashMap<>();
        for (FactKeeper keeper : given) {
            if (keepers.put(keeper.kind(), keeper) != null) {
                throw new IllegalArgumentException("two keepers for facts of kind " + keeper.kind());
            }
        }
        keepers.put(ClockDoubt.KIND, new ClockDoubt());
        Optional<SavedSnapshot> snapshot = journal.latestSnapshot();
        Contents contents;
        if (snapshot.isPresent()) {
            contents = SiteSnapshot.read(snapshot.get(), keepers, journal.name());
        } else {
            Book book = fresh.get();
            contents = new Contents(book, keepers, 0, book.now());
        }
        journal.read(contents.version, entry -> contents.replay(entry, journal.name()));
        return contents;
    }

    private void replay(Entry entry, String name) {
        try {
            Written written = Written.of(entry.body());
            for (Event event : written.events()) {
                apply(event);
            }
            for (Written.Fact fact : written.facts()) {
                keeper(fact.kind()).apply(fact.bytes(), entry.time(), written.actor());
            }
            if (book.now() != entry.time()) {
                throw new IllegalStateException("it was written at " + entry.time() + ", but leads to " + book.now());
            }
        } catch (RuntimeException e) {
            throw new DamagedJournal(name, entry.number(), "cannot be replayed: " + e.getMessage(), e);
        }
        version = entry.number();
        replayed++;
        journaledTime = book.now();
    }

    /** The one door through which an event changes the book, and what is remembered of it. */
    Undo apply(Event event) {
        if (!(event instanceof Event.Closed closed)) {
            return open.apply(event);
        }
        ReservationId id = closed.reservation();
        Optional<Reservation> last =
                book.reservation(id).or(() -> book.degraded(id).map(Degraded::reservation));
        Optional<Long> held = book.heldUntil(id);
        UndoLog undo = new UndoLog();
        undo.add(open.apply(event));
        last.ifPresent(reservation -> {
            // The book learns of the end of a window or a hold when time is told to pass, which may be later.
            long when = switch (closed.cause()) {
                case ENDED -> reservation.window().end();
                case EXPIRED -> held.orElse(book.now());
                default -> book.now();
            };
            undo.add(this.closed.add(new Past(reservation, closed.cause(), when)));
        });
        return undo;
    }

    void checkIntact() {
        if (broken != null) {
            throw new IllegalStateException(
                    "a change could not be taken back; restart to go on from the journal", broken);
        }
    }

    FactKeeper keeper(String kind) {
        FactKeeper keeper = keepers.get(kind);
        if (keeper == null) {
            throw new IllegalArgumentException("nobody keeps facts of kind " + kind + ", only of " + keepers.keySet());
        }
        return keeper;
    }
}
