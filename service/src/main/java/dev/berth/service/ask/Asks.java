package dev.berth.service.ask;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All asks that are open, the latest of those that are over, and who does not want to be asked. */
public final class Asks implements FactKeeper<AskFact> {
    public static final String KIND = "ask";

    /** Asks that are open at a time, at most: each is looked at when something becomes of its reservation. */
    static final int MOST_OPEN = 10_000;

    private static final TreeSet<Long> NONE = new TreeSet<>();
    private static final long DAY = Duration.ofDays(1).toMillis();
    /** Memory of one ask in bytes, approximately. */
    private static final long BYTES = 1_000;

    private static final long OVER_OF_ONE = 1_000;
    private static final long OVER_IN_ALL = Memory.atMost(20_000 * BYTES, 64) / BYTES;

    private final Numbered<Ask> asks = new Numbered<>(new OfAsks(), new PastRecords(OVER_OF_ONE, OVER_IN_ALL));
    /** Open asks for room, by the job: looked at with every booking. */
    private final Map<Wanted, TreeSet<Long>> rooms = new HashMap<>();

    private final KeyedFacts<AskFact.Choice> choices = new KeyedFacts<>(AskFact.Choice::account);

    private static final class OfAsks implements Numbered.Traits<Ask> {
        @Override
        public long number(Ask ask) {
            return ask.number();
        }

        @Override
        public String owner(Ask ask) {
            return ask.user();
        }

        /** One that is over no longer concerns its reservation, which may be asked about again. */
        @Override
        public LongStream reservations(Ask ask) {
            return ask.state() == Ask.State.OPEN ? LongStream.of(ask.reservation()) : LongStream.empty();
        }

        @Override
        public boolean isOver(Ask ask) {
            return ask.state() != Ask.State.OPEN;
        }

        @Override
        public long weight(Ask ask) {
            return 1;
        }
    }

    /** A job by its user and name. */
    private record Wanted(String user, JobId job) {
        static Wanted of(Job job) {
            return new Wanted(job.user(), job.id());
        }
    }

    /** @param last the greatest number that was given */
    record All(long last, List<Ask> asks, List<AskFact.Choice> choices) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<AskFact> type() {
        return AskFact.class;
    }

    @Override
    public long openBytes() {
        return BYTES * asks.open();
    }

    public Optional<Ask> get(long number) {
        return asks.get(number);
    }

    /** Asks by number. */
    public Collection<Ask> all() {
        return asks.all();
    }

    /** The open ask about a reservation. */
    public Optional<Ask> about(ReservationId reservation, long now) {
        return asks.of(reservation.number()).flatMap(asks::get).filter(ask -> ask.isOpen(now));
    }

    long next() {
        return asks.last() + 1;
    }

    boolean hasRoom() {
        return asks.open() < MOST_OPEN;
    }

    /** How often an account was asked within the last day. */
    long askedLately(String user, long now) {
        return asks.newest().stream()
                .takeWhile(ask -> ask.made() > now - DAY)
                .filter(ask -> ask.user().equals(user))
                .count();
    }

    /** Whether an account wants to be asked. */
    public boolean mayAsk(String account) {
        return choices.get(account).map(AskFact.Choice::asked).orElse(true);
    }

    /** The open asks for room for a job: those of its user about a job of that name. */
    List<Ask> forRoom(Job job, long now) {
        return rooms.getOrDefault(Wanted.of(job), NONE).stream()
                .flatMap(number -> asks.get(number).stream())
                .filter(ask -> ask.isOpen(now))
                .toList();
    }

    /** The others of a group that are open. */
    List<Ask> beside(Ask accepted, long now) {
        return asks.all().stream()
                .filter(ask -> ask.number() != accepted.number()
                        && ask.isOpen(now)
                        && accepted.room().isPresent()
                        && ask.room()
                                .filter(room ->
                                        room.group() == accepted.room().get().group())
                                .isPresent())
                .toList();
    }

    @Override
    public Undo apply(AskFact fact, long time, String actor) {
        return switch (fact) {
            case AskFact.Choice choice -> choices.put(choice);
            case AskFact.Settled settled ->
                asks.get(settled.number())
                        .map(ask -> set(ask.settled(settled.state(), time, settled.why(), settled.held())))
                        .orElse(() -> {});
            case AskFact.Made made -> {
                UndoLog undo = new UndoLog();
                expired(time)
                        .forEach(ask -> undo.add(set(
                                ask.settled(Ask.State.EXPIRED, ask.expires(), Optional.empty(), Optional.empty()))));
                undo.add(set(made.ask()));
                yield undo;
            }
        };
    }

    private Undo set(Ask ask) {
        Ask before = asks.get(ask.number()).orElse(null);
        index(before, false);
        index(ask, true);
        Undo set = asks.set(ask);
        return () -> {
            set.undo();
            index(ask, false);
            index(before, true);
        };
    }

    private void index(@Nullable Ask ask, boolean isAdded) {
        if (ask == null || ask.state() != Ask.State.OPEN || ask.room().isEmpty()) {
            return;
        }
        Wanted wanted = Wanted.of(ask.room().get().job());
        if (isAdded) {
            rooms.computeIfAbsent(wanted, any -> new TreeSet<>()).add(ask.number());
        } else {
            rooms.computeIfPresent(wanted, (any, numbers) -> {
                numbers.remove(ask.number());
                return numbers.isEmpty() ? null : numbers;
            });
        }
    }

    private List<Ask> expired(long time) {
        return asks.all().stream()
                .filter(ask -> ask.state() == Ask.State.OPEN && !ask.isOpen(time))
                .toList();
    }

    /** Takes back what has become pointless by what a transaction did. */
    @Override
    public void follow(Transaction transaction, List<Event> events, List<Touched> touched) {
        if (asks.open() == 0) {
            return;
        }
        long now = transaction.now();
        for (Event event : events) {
            for (ReservationId id : event.changes()) {
                about(id, now)
                        .filter(ask ->
                                !stands(ask, transaction.view().reservation(id).orElse(null)))
                        .ifPresent(ask -> Answering.end(transaction, ask, Ask.Why.RESERVATION_CHANGED));
            }
            if (event instanceof Event.Reserved reserved) {
                forRoom(reserved.reservation().job(), now)
                        .forEach(ask -> Answering.end(transaction, ask, Ask.Why.BOOKED_OTHERWISE));
            }
        }
    }

    /** Whether the reservation is still what was asked about: it waits, and has the deadline and the price that it had. */
    static boolean stands(Ask ask, @Nullable Reservation reservation) {
        return reservation != null
                && reservation.isWaiting()
                && reservation.job().user().equals(ask.user())
                && reservation.job().deadline() == ask.before()
                && reservation.agreement().price().equals(ask.price());
    }

    /** Nothing where nobody was ever asked, as in all snapshots from before there were asks. */
    @Override
    public Stream<byte[]> capture() {
        if (asks.last() == 0 && choices.isEmpty()) {
            return Stream.empty();
        }
        long last = asks.last();
        Stream<byte[]> first =
                Stream.of(new All(last, List.of(), choices.all())).map(all -> Codec.write(All.class, all));
        return Stream.concat(
                first,
                Pieces.of(
                        List.copyOf(asks.all()), 500, some -> Codec.write(All.class, new All(last, some, List.of()))));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        asks.clear();
        rooms.clear();
        choices.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            asks.add(all.last(), all.asks());
            all.asks().forEach(ask -> index(ask, true));
            choices.restore(all.choices());
        });
    }
}
