package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.JournalLost;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.ReadableJournal;
import dev.berth.journal.UnreadableSnapshot;
import dev.berth.site.codec.Malformed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State of a site in memory: its book, its facts, and how far both are journaled. */
final class Contents {
    private static final Logger LOG = LoggerFactory.getLogger(Contents.class);

    final Book book;
    /** Fact keepers by kind. */
    final Map<String, FactKeeper<?>> keepers;

    /** The same by class. */
    final Map<Class<?>, FactKeeper<?>> byType = new HashMap<>();

    /** Rules for the transactions of users, checked in addition to those of the keepers. */
    final List<Rule> rules = new CopyOnWriteArrayList<>();

    final RecentlyClosed closed = new RecentlyClosed();
    final OpenReservationIndex open;
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

    Contents(Book book, Map<String, FactKeeper<?>> keepers, long version, long journaledTime) {
        this.book = book;
        this.open = new OpenReservationIndex(book);
        this.keepers = keepers;
        keepers.values().forEach(keeper -> byType.put(keeper.getClass(), keeper));
        this.doubt = (ClockDoubt) keeper(ClockDoubt.KIND);
        this.version = version;
        this.journaledTime = journaledTime;
    }

    /** Loads the contents of a journal: the latest snapshot and all later entries. */
    static Contents load(ReadableJournal journal, Supplier<Book> fresh, List<? extends FactKeeper<?>> given) {
        Map<String, FactKeeper<?>> keepers = new LinkedHashMap<>();
        for (FactKeeper<?> keeper : given) {
            if (keepers.put(keeper.kind(), keeper) != null) {
                throw new IllegalArgumentException("two keepers for facts of kind " + keeper.kind());
            }
        }
        keepers.put(ClockDoubt.KIND, new ClockDoubt());
        Map<String, List<byte[]>> empty = new LinkedHashMap<>();
        keepers.forEach((kind, keeper) -> empty.put(kind, keeper.capture().toList()));
        Contents contents;
        try {
            contents = journal.latestSnapshot()
                    .map(snapshot -> SiteSnapshot.read(snapshot, keepers, journal.name()))
                    .orElseGet(() -> begun(fresh, keepers));
        } catch (UnreadableSnapshot e) {
            Runnable forget = () -> keepers.forEach((kind, keeper) ->
                    keeper.restore(Objects.requireNonNull(empty.get(kind)).iterator()));
            return rebuilt(journal, e, () -> {
                forget.run();
                try {
                    return journal.snapshotBefore()
                            .map(before -> SiteSnapshot.read(before, keepers, journal.name()))
                            .orElseGet(() -> begun(fresh, keepers));
                } catch (UnreadableSnapshot both) {
                    forget.run();
                    return begun(fresh, keepers);
                }
            });
        }
        contents.replayAll(journal);
        return contents;
    }

    private static Contents begun(Supplier<Book> fresh, Map<String, FactKeeper<?>> keepers) {
        Book book = fresh.get();
        return new Contents(book, keepers, 0, book.now());
    }

    /** A snapshot is made of entries: if it is damaged and they are not, it is no loss, but its operator must know. */
    private static Contents rebuilt(ReadableJournal journal, UnreadableSnapshot damage, Supplier<Contents> start) {
        Contents contents = start.get();
        LOG.error(
                "{}; rebuilding the site from entries {} to {}",
                damage.getMessage(),
                contents.version + 1,
                journal.last());
        try {
            contents.replayAll(journal);
        } catch (NewerJournal e) {
            throw e;
        } catch (DamagedJournal e) {
            throw new DamagedJournal(
                    journal.name(),
                    e.entry(),
                    "cannot be read to rebuild the site, whose snapshot is damaged, too: " + e.getMessage(),
                    e);
        }
        LOG.error(
                "the site was rebuilt up to entry {}, nothing is lost; the damaged snapshot of {} is kept in {} for"
                        + " inspection. Check the disk, and make a backup",
                contents.version,
                journal.name(),
                journal.setSnapshotAside());
        return contents;
    }

    private void replayAll(ReadableJournal journal) {
        journal.read(version, entry -> replay(entry, journal.name()));
    }

    /** Brings in the next entry; what it says is for those who listen. */
    Committed replay(Entry entry, String name) {
        EntryBody written = known(entry, name);
        Committed said;
        try {
            for (Event event : written.events()) {
                apply(event);
            }
            List<Committed.Fact> facts = new ArrayList<>();
            for (EntryBody.Fact each : written.facts()) {
                KeptFact<?> fact = KeptFact.read(keeper(each.kind()), each);
                fact.apply(entry.time(), written.actor());
                facts.add(fact.committed());
            }
            said = new Committed(entry.number(), entry.time(), written.actor(), written.events(), facts);
            if (book.now() != entry.time()) {
                throw new IllegalStateException("it was written at " + entry.time() + ", but leads to " + book.now());
            }
        } catch (Malformed e) {
            throw newer(entry, name, e);
        } catch (RuntimeException e) {
            throw new DamagedJournal(name, entry.number(), "cannot be replayed: " + e.getMessage(), e);
        }
        version = entry.number();
        replayed++;
        journaledTime = book.now();
        return said;
    }

    /** Reads the body of an entry; throws {@link NewerJournal} if this program does not know its format or its facts. */
    private EntryBody known(Entry entry, String name) {
        try {
            EntryBody written = EntryBody.of(entry.body());
            written.facts().forEach(fact -> keeper(fact.kind()));
            return written;
        } catch (IllegalArgumentException e) {
            throw newer(entry, name, e);
        }
    }

    /** Its check sum is right: it is what was written. */
    private static NewerJournal newer(Entry entry, String name, IllegalArgumentException why) {
        return new NewerJournal(name, entry.number(), String.valueOf(why.getMessage()), why);
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

    /** Undoes changes; if that fails, only the journal can be relied upon. */
    void takeBack(UndoLog changes) {
        try {
            changes.undo();
        } catch (RuntimeException e) {
            broken = e;
            throw e;
        }
    }

    void checkIntact() {
        if (broken != null) {
            throw new SiteStopped(
                    broken instanceof JournalLost
                            ? "the site must be loaded again: " + broken.getMessage()
                            : "a change could not be taken back; restart to go on from the journal",
                    broken);
        }
    }

    FactKeeper<?> keeper(String kind) {
        FactKeeper<?> keeper = keepers.get(kind);
        if (keeper == null) {
            throw new IllegalArgumentException("nobody keeps facts of kind " + kind);
        }
        return keeper;
    }
}
