package dev.berth.service.site;

import dev.berth.engine.book.Book;
import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.Journal;
import dev.berth.service.journal.JournalLost;
import dev.berth.service.journal.JournalUnavailable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A book that many threads may use and that loses nothing: one writer, durable before it answers, all or nothing. Its
 * unit of time is the millisecond since the epoch, and time passes by its clock.
 *
 * <pre>{@code
 * try (Journal journal = SqliteJournal.open(directory);
 *         Site site = Site.open(journal, () -> new Book("level"), Clock.systemUTC())) {
 *     Decision decision = site.write("alice", transaction -> transaction.submit(new Command.Reserve(job))).join();
 *     List<Pool> pools = site.read(View::pools);
 * }
 * }</pre>
 */
public final class Site implements AutoCloseable {
    private final Journal journal;
    private final Contents contents;
    private final View view;
    /** Fair, so that a busy writer does not keep readers waiting for more than one batch. */
    private final ReentrantLock lock = new ReentrantLock(true);
    /** Held by a reader: the writer so waits for one reader at most, however many there are. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final Writer writer;
    private final Thread thread;

    private final TrustedClock clock;

    private Site(Journal journal, Contents contents, TrustedClock clock, Settings settings) {
        this.journal = journal;
        this.contents = contents;
        this.clock = clock;
        this.view = new LockedView(contents, lock, settings.visibility());
        this.writer = new Writer(journal, contents, view, lock, clock, settings);
        this.thread = Thread.ofPlatform().name("berth-writer").daemon().unstarted(writer);
    }

    public static Site open(Journal journal, Supplier<Book> fresh, Clock clock) {
        return open(journal, fresh, clock, List.of(), Settings.DEFAULT);
    }

    public static Site open(Journal journal, Supplier<Book> fresh, Clock clock, List<? extends FactKeeper> keepers) {
        return open(journal, fresh, clock, keepers, Settings.DEFAULT);
    }

    /** Time passes as this clock says, whatever it says. */
    public static Site open(
            Journal journal, Supplier<Book> fresh, Clock clock, List<? extends FactKeeper> keepers, Settings settings) {
        return open(journal, fresh, TrustedClock.following(clock), keepers, settings);
    }

    /**
     * Replays what the journal holds. The journal stays the caller's to close, after the site.
     *
     * @param fresh the book of a site whose journal is empty
     * @param keepers one for each kind of fact that was ever recorded, all of them empty
     * @throws DamagedJournal if the journal cannot be replayed to the end
     */
    public static Site open(
            Journal journal,
            Supplier<Book> fresh,
            TrustedClock clock,
            List<? extends FactKeeper> keepers,
            Settings settings) {
        Contents contents = Contents.load(journal, fresh, keepers);
        if (contents.version > 0) {
            clock.begin(contents.book.now(), contents.doubt.current());
        }
        Site site = new Site(journal, contents, clock, settings);
        site.thread.start();
        return site;
    }

    /**
     * Does the work in its turn, alone, at the time of the clock. The answer completes when all that it changed is
     * durable, in the writer's thread: do not do long things there. If the work throws, nothing of it stays and the answer
     * fails with what it threw; otherwise it may fail with {@link Overloaded}, or {@link JournalUnavailable}, and nothing
     * of it stays either. With {@link JournalLost} it may stay, as that says, and the site is of no use any more.
     *
     * @param work must be quick, and must not wait for another write
     */
    public <T> CompletableFuture<T> write(String actor, Function<Transaction, T> work) {
        return writer.add(new PendingWrite<>(actor, work));
    }

    /** Asks a question between two batches of writes: the answer is of one moment, and all it is made of is durable. */
    public <T> T read(Function<View, T> question) {
        // What the writer asks between two batches is asked by all who wait for it; and whoever has the lock has a
        // turn.
        boolean needsTurn = !Thread.currentThread().equals(thread) && !lock.isHeldByCurrentThread();
        if (!needsTurn) {
            return locked(question);
        }
        turn.lock();
        try {
            return locked(question);
        } finally {
            turn.unlock();
        }
    }

    private <T> T locked(Function<View, T> question) {
        lock.lock();
        try {
            return question.apply(view);
        } finally {
            lock.unlock();
        }
    }

    /** The time that passes here. */
    public TrustedClock clock() {
        return clock;
    }

    /** Whether the last write could be made durable; after a failure the journal is tried again about once a second. */
    public boolean isWritable() {
        return writer.isAvailable();
    }

    /** Whether nobody else can have changed the site so far; ask after an answer was made. */
    public boolean isCurrent() {
        return journal.isCurrent();
    }

    /** Completes when this site can no longer be used, because another server leads it or its journal is in doubt. */
    public CompletableFuture<JournalLost> lost() {
        return writer.lost.copy();
    }

    /** Tells of every change from now on, once it is durable, in order, in the writer's thread: be quick. */
    public void listen(Consumer<Committed> listener) {
        // A change is answered before it is told: its client may be here before the listeners hear of
        // it.
        long known = read(View::version);
        writer.listeners.add(committed -> {
            if (committed.number() > known) {
                listener.accept(committed);
            }
        });
    }

    /** The whole site as bytes; equal sites give equal bytes. */
    public byte[] snapshot() {
        lock.lock();
        try {
            contents.checkIntact();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            SiteSnapshot.capture(contents).writeTo(bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    /** Finishes what was asked for, saves a snapshot and stops; what is asked for later fails. Reads go on. */
    @Override
    public void close() {
        writer.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
