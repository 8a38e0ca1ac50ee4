package dev.berth.service.notice;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.site.FactKeeper;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.codec.Codec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outbox of notices: deliveries that wait, and those that failed. A notice is put here by the transaction that causes it, so it
 * is as durable as its cause; it leaves when its delivery is recorded. A crash in between repeats a delivery and never loses one.
 */
public final class Outbox implements FactKeeper<OutboxFact> {
    public static final String KIND = "notice";

    /** Deliveries that wait, in all and on one way of one account; what exceeds them is not told. */
    static final int MOST = 50_000;

    static final int MOST_EACH = 1_000;
    /** Largest number of failed deliveries kept for one way of one account; the oldest are dropped. */
    static final int MOST_FAILED = 100;

    private static final Comparator<Delivery.Key> ORDER =
            Comparator.comparingLong(Delivery.Key::notice).thenComparing(Delivery.Key::way);

    private final TreeMap<Delivery.Key, Delivery> waiting = new TreeMap<>(ORDER);
    private final TreeMap<Delivery.Key, Delivery> failed = new TreeMap<>(ORDER);
    /** How many wait, by way and account. */
    private final Map<String, Integer> counts = new HashMap<>();
    /** For which start or end somebody was reminded, by kind and reservation. */
    private final TreeMap<String, Long> reminded = new TreeMap<>();

    private long last;

    record All(long last, List<Delivery> deliveries, Map<String, Long> reminded) {}

    /** The number of the next notice. */
    long next() {
        return last + 1;
    }

    boolean hasRoom(String way, String user) {
        return waiting.size() < MOST && counts.getOrDefault(lane(way, user), 0) < MOST_EACH;
    }

    /** Whether its owner was reminded of this start or end. */
    boolean isReminded(NoticeKind kind, String reservation, long of) {
        Long known = reminded.get(kind + " " + reservation);
        return known != null && known == of;
    }

    /** Waiting deliveries that match, by lane, the oldest first; a copy. */
    Map<String, List<Delivery>> waiting(Predicate<Delivery> which, int mostEach) {
        Map<String, List<Delivery>> lanes = new LinkedHashMap<>();
        for (Delivery delivery : waiting.values()) {
            if (which.test(delivery)) {
                List<Delivery> lane = lanes.computeIfAbsent(delivery.lane(), same -> new ArrayList<>());
                if (lane.size() < mostEach) {
                    lane.add(delivery);
                }
            }
        }
        return lanes;
    }

    /** All that waits, the oldest first; a copy. */
    List<Delivery> waiting() {
        return List.copyOf(waiting.values());
    }

    public int size() {
        return waiting.size();
    }

    Optional<Delivery> waiting(Delivery.Key key) {
        return Optional.ofNullable(waiting.get(key));
    }

    /** Failed deliveries on all ways, the newest first. */
    List<Delivery> failed() {
        return List.copyOf(failed.descendingMap().values());
    }

    /** Failed deliveries on one way, the newest first. */
    public List<Delivery> failed(String way) {
        return failed.descendingMap().values().stream()
                .filter(delivery -> delivery.way().equals(way))
                .toList();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<OutboxFact> type() {
        return OutboxFact.class;
    }

    @Override
    public Undo apply(OutboxFact fact, long time, String actor) {
        UndoLog undo = new UndoLog();
        switch (fact) {
            case OutboxFact.Added added -> add(added, time, undo);
            case OutboxFact.Settled settled -> settled.results().forEach(result -> settle(result, undo));
            case OutboxFact.Again again ->
                again.deliveries()
                        .forEach(key -> Optional.ofNullable(failed.get(key)).ifPresent(delivery -> {
                            put(failed, key, null, undo);
                            put(waiting, key, delivery.again(time), undo);
                        }));
        }
        return undo;
    }

    private void add(OutboxFact.Added added, long time, UndoLog undo) {
        Notice notice = added.notice();
        long before = last;
        last = Math.max(last, notice.number());
        undo.add(() -> last = before);
        for (String way : added.ways()) {
            Delivery delivery = new Delivery(notice, way, time, "");
            put(waiting, delivery.key(), delivery, undo);
        }
        if (NoticeKind.REMINDERS.contains(notice.kind())) {
            // What is over needs no more reminders; forgotten here, so that a replay forgets the same.
            List.copyOf(reminded.entrySet()).stream()
                    .filter(entry -> entry.getValue() < time)
                    .forEach(entry -> remind(entry.getKey(), null, undo));
            remind(notice.kind() + " " + notice.reservation(), notice.staleAfter(), undo);
        }
    }

    private void remind(String key, @Nullable Long of, UndoLog undo) {
        Long before = of == null ? reminded.remove(key) : reminded.put(key, of);
        undo.add(() -> {
            if (before == null) {
                reminded.remove(key);
            } else {
                reminded.put(key, before);
            }
        });
    }

    private void settle(OutboxFact.Result result, UndoLog undo) {
        Delivery delivery = waiting.get(result.delivery());
        if (delivery == null) {
            return;
        }
        put(waiting, delivery.key(), null, undo);
        if (result.outcome() == OutboxFact.Outcome.FAILED) {
            List<Delivery> others = failed(delivery.way()).stream()
                    .filter(other ->
                            other.notice().user().equals(delivery.notice().user()))
                    .toList();
            if (others.size() >= MOST_FAILED) {
                put(failed, others.getLast().key(), null, undo);
            }
            put(failed, delivery.key(), delivery.failed(result.detail()), undo);
        }
    }

    private void put(Map<Delivery.Key, Delivery> where, Delivery.Key key, @Nullable Delivery delivery, UndoLog undo) {
        Delivery before = set(where, key, delivery);
        undo.add(() -> set(where, key, before));
    }

    private @Nullable Delivery set(Map<Delivery.Key, Delivery> where, Delivery.Key key, @Nullable Delivery delivery) {
        Delivery before = delivery == null ? where.remove(key) : where.put(key, delivery);
        if (delivery == null ? isWaiting(before) : isWaiting(delivery)) {
            count(before, -1);
            count(delivery, 1);
        }
        return before;
    }

    private static boolean isWaiting(@Nullable Delivery delivery) {
        return delivery != null && delivery.failure().isEmpty();
    }

    private void count(@Nullable Delivery delivery, int by) {
        if (delivery != null) {
            counts.merge(lane(delivery.way(), delivery.notice().user()), by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    private static String lane(String way, String user) {
        return way + " " + user;
    }

    /** Nothing where nobody was ever told anything, as in all snapshots from before there were notices. */
    @Override
    public Stream<byte[]> capture() {
        if (last == 0) {
            return Stream.empty();
        }
        List<Delivery> all = new ArrayList<>(waiting.values());
        all.addAll(failed.values());
        long number = last;
        Map<String, Long> known = new TreeMap<>(reminded);
        return Pieces.of(all, 500, some -> Codec.write(All.class, new All(number, some, known)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        waiting.clear();
        failed.clear();
        counts.clear();
        reminded.clear();
        last = 0;
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            all.deliveries()
                    .forEach(
                            delivery -> set(delivery.failure().isEmpty() ? waiting : failed, delivery.key(), delivery));
            reminded.putAll(all.reminded());
            last = all.last();
        });
    }

    /** Puts what the events of a transaction tell people into it. */
    @Override
    public void follow(Transaction transaction, List<Event> events, List<Touched> touched) {
        if (Telling.isAnybodyThere(transaction.view())) {
            new Telling(transaction).tell(new OwnerNews(transaction, touched).of(events));
        }
    }
}
