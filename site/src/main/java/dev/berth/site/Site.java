package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalSize;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.ReadableJournal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(Site.class);

    private final Contents contents;
    private final View view;
    /** Fair, so that a busy writer does not keep readers waiting for more than one batch. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition replayed = lock.newCondition();
    /** Held by a reader: the writer so waits for one reader at most, however many there are. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final TrustedClock clock;
    private final Settings settings;
    private final List<Consumer<Committed>> listeners = new CopyOnWriteArrayList<>();
    private final CompletableFuture<JournalLost> lost = new CompletableFuture<>();
    private final FollowerReplay replay;
    /** Null while another instance leads. */
    private volatile @Nullable Leading leading;
    /** The thread that changes what is in memory. */
    private volatile @Nullable Thread changing;

    /** Number of the last change that listeners were told. */
    private volatile long known;

    private volatile BooleanSupplier isUpToDate = () -> false;
    private volatile LongConsumer appended = nanos -> {};

    /** Journal and writer of an instance that leads. */
    private record Leading(Journal journal, Writer writer, Thread thread) {}

    private Site(Contents contents, TrustedClock clock, Settings settings) {
        this.contents = contents;
        this.clock = clock;
        this.settings = settings;
        this.view = new LockedView(contents, lock, settings.visibility());
        this.replay = new FollowerReplay(contents);
        this.known = contents.version;
    }

    public static Site open(Journal journal, Supplier<Book> fresh, Clock clock) {
        return open(journal, fresh, clock, List.of(), Settings.DEFAULT);
    }

    public static Site open(Journal journal, Supplier<Book> fresh, Clock clock, List<? extends FactKeeper<?>> keepers) {
        return open(journal, fresh, clock, keepers, Settings.DEFAULT);
    }

    /** Time passes as this clock says, whatever it says. */
    public static Site open(
            Journal journal,
            Supplier<Book> fresh,
            Clock clock,
            List<? extends FactKeeper<?>> keepers,
            Settings settings) {
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
            List<? extends FactKeeper<?>> keepers,
            Settings settings) {
        Site site = new Site(Contents.load(journal, fresh, keepers), clock, settings);
        site.lead(journal);
        return site;
    }

    /**
     * The same for a site that another instance leads: it is read here, and changes by what is {@linkplain #replay replayed}.
     *
     * @param isUpToDate whether all has been replayed that was journaled a moment ago
     */
    public static Site follow(
            ReadableJournal journal,
            Supplier<Book> fresh,
            TrustedClock clock,
            List<? extends FactKeeper<?>> keepers,
            Settings settings,
            BooleanSupplier isUpToDate) {
        Site site = new Site(Contents.load(journal, fresh, keepers), clock, settings);
        site.isUpToDate = isUpToDate;
        return site;
    }

    /**
     * Brings in what the leader has journaled, and tells those who listen; always by the same thread.
     *
     * @throws DamagedJournal if it does not go on from here
     */
    public void replay(List<Entry> entries, String journal) {
        changing = Thread.currentThread();
        List<Committed> committed;
        lock.lock();
        try {
            committed = replay.add(entries, journal);
        } finally {
            lock.unlock();
        }
        tell(committed);
        lock.lock();
        try {
            replayed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lets time pass at an instance that follows. */
    public void passTime() {
        lock.lock();
        try {
            replay.passTime(clock.millis());
        } finally {
            lock.unlock();
        }
    }

    /** Writes from now on: all that the journal holds has been replayed. */
    public void lead(Journal journal) {
        lock.lock();
        try {
            replay.settle();
            if (journal.last() != contents.version) {
                throw new IllegalStateException(
                        "entry " + contents.version + " is the last one here, but the journal has " + journal.last());
            }
            if (contents.version > 0) {
                clock.begin(contents.book.now(), contents.doubt.current());
            }
            Writer writer = new Writer(
                    journal, contents, view, lock, clock, settings, this::tell, nanos -> appended.accept(nanos), lost);
            Thread thread = Thread.ofPlatform().name("berth-writer").daemon().unstarted(writer);
            leading = new Leading(journal, writer, thread);
            changing = thread;
            thread.start();
        } finally {
            lock.unlock();
        }
    }

    /** Whether another instance leads, as far as this one knows. */
    public boolean isFollowing() {
        return leading == null;
    }

    /** Waits until it has an entry, and all who listen know; false if it does not come in time. */
    public boolean await(long version, Duration most) throws InterruptedException {
        lock.lock();
        try {
            long left = most.toNanos();
            while (known < version && left > 0 && isFollowing()) {
                left = replayed.awaitNanos(left);
            }
            return known >= version;
        } finally {
            lock.unlock();
        }
    }

    /** A version that what is read from now on is not behind; takes no lock, and may be behind itself. */
    public long known() {
        return known;
    }

    private void tell(List<Committed> committed) {
        for (Committed each : committed) {
            for (Consumer<Committed> listener : listeners) {
                try {
                    listener.accept(each);
                } catch (RuntimeException e) {
                    LOG.error("a listener failed at entry {}", each.number(), e);
                }
            }
            known = each.number();
        }
    }

    /**
     * Does the work in its turn, alone, at the time of the clock. The answer completes when all that it changed is
     * durable, in the writer's thread: do not do long things there. If the work throws, nothing of it stays and the answer
     * fails with what it threw; otherwise it may fail with {@link Overloaded}, or {@link JournalUnavailable}, and nothing
     * of it stays either; nor with {@link NotLeading}. With {@link JournalLost} it may stay, as that says, and the site is of no use any more.
     *
     * @param work must be quick, and must not wait for another write
     */
    public <T> CompletableFuture<T> write(String actor, Function<Transaction, T> work) {
        Leading now = leading;
        return now == null
                ? CompletableFuture.failedFuture(new NotLeading())
                : now.writer.add(new PendingWrite<>(actor, work));
    }

    /** Asks a question between two batches of writes: the answer is of one moment, and all it is made of is durable. */
    public <T> T read(Function<View, T> question) {
        // What the writer asks between two batches is asked by all who wait for it; and whoever has the lock has a
        // turn.
        boolean needsTurn = !Thread.currentThread().equals(changing) && !lock.isHeldByCurrentThread();
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

    /**
     * Answers or throws as a write would: carries it out, with limits and all consequences, and undoes it. Like any question
     * it is not queued behind writes, and nothing is journaled.
     */
    public <T> T rehearse(String actor, Function<Transaction, T> work) {
        return read(asked -> {
            contents.checkIntact();
            RunningTransaction change = new RunningTransaction(contents, asked, actor, WorkBudget.QUESTION);
            try {
                T answer = work.apply(change);
                change.settle();
                return answer;
            } finally {
                contents.takeBack(change.undo());
            }
        });
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
        Leading now = leading;
        return now == null ? isUpToDate.getAsBoolean() : now.writer.isAvailable();
    }

    /**
     * Whether nobody else can have changed the site so far; ask after an answer was made. At an instance that follows, whether
     * it has heard from the journal a moment ago.
     */
    public boolean isCurrent() {
        Leading now = leading;
        return now == null ? isUpToDate.getAsBoolean() : now.journal.isCurrent();
    }

    /** Completes when this site can no longer be used, because another instance leads it or its journal is in doubt. */
    public CompletableFuture<JournalLost> lost() {
        return lost.copy();
    }

    /** Tells of every change from now on, once it is durable, in order, in the writer's thread: be quick. */
    public void listen(Consumer<Committed> listener) {
        // A change is answered before it is told: its client may be here before the listeners hear of
        // it.
        long known = read(View::version);
        listeners.add(committed -> {
            if (committed.number() > known) {
                listener.accept(committed);
            }
        });
    }

    /** The memory that all that is open may take, in bytes, estimated from above; does not wait for anybody. */
    public long openBytes() {
        long bytes = contents.open.bytes();
        for (FactKeeper<?> keeper : contents.keepers.values()) {
            bytes += keeper.openBytes();
        }
        return bytes;
    }

    /** Holds people to a rule from now on, for as long as the site is open. */
    public void require(Rule rule) {
        contents.rules.add(rule);
    }

    /** Tells from now on how long it took to make a batch of changes durable, in nanoseconds, in the writer's thread. */
    public void timeAppends(LongConsumer nanos) {
        appended = nanos;
    }

    /** How much the journal takes on its disk; empty where that is not known, such as at an instance that follows. */
    public Optional<JournalSize> journalSize() {
        Leading now = leading;
        return now == null ? Optional.empty() : now.journal.size();
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
        Leading last = leading;
        if (last == null) {
            return;
        }
        last.writer.close();
        boolean interrupted = false;
        while (last.thread.isAlive()) {
            try {
                last.thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (last.journal.isShared()) {
            // Whoever asks for something now is sent on to the next leader.
            isUpToDate = () -> false;
            leading = null;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
