package dev.berth.broker.book;

import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The deals of a broker by number. Of those that are over only the latest are kept. */
public final class Deals implements FactKeeper<Deal> {
    public static final String KIND = "deal";

    /** Deals that are under way, of one user. */
    private static final int MOST_OPEN = 1_000;

    private static final long SPENT_OF_ONE = 20_000;
    /** Memory that a part takes, approximately. */
    private static final long BYTES = 1_500;

    private static final long SPENT_IN_ALL = Memory.atMost(200_000 * BYTES, 16) / BYTES;

    private final Numbered<Deal> deals = new Numbered<>(new OfDeals(), new PastRecords(SPENT_OF_ONE, SPENT_IN_ALL));
    private final Marked open = new Marked();
    /** Deals with reservations that have not ended. */
    private final Marked followed = new Marked();

    private static final class OfDeals implements Numbered.Traits<Deal> {
        @Override
        public long number(Deal deal) {
            return deal.number();
        }

        @Override
        public String owner(Deal deal) {
            return deal.user();
        }

        @Override
        public LongStream reservations(Deal deal) {
            // Those of a deal are at other sites.
            return LongStream.empty();
        }

        @Override
        public boolean isOver(Deal deal) {
            return !deal.isOpen() && !deal.isFollowed();
        }

        @Override
        public long weight(Deal deal) {
            return deal.parts().stream().mapToLong(DealPart::weight).sum() / 10;
        }
    }

    /** Some of the deals, and how many each user has of them. */
    private static final class Marked {
        private final TreeSet<Long> numbers = new TreeSet<>();
        private final Map<String, Integer> counts = new HashMap<>();

        int count(String user) {
            return counts.getOrDefault(user, 0);
        }

        Undo mark(Deal deal, boolean isMarked) {
            boolean wasMarked = numbers.contains(deal.number());
            if (isMarked == wasMarked) {
                return () -> {};
            }
            if (isMarked) {
                numbers.add(deal.number());
                counts.merge(deal.user(), 1, Integer::sum);
            } else {
                numbers.remove(deal.number());
                counts.merge(deal.user(), -1, (a, b) -> a + b == 0 ? null : a + b);
            }
            return () -> mark(deal, wasMarked);
        }

        void clear() {
            numbers.clear();
            counts.clear();
        }
    }

    record All(long last, List<Deal> deals) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Deal> type() {
        return Deal.class;
    }

    public Optional<Deal> get(long number) {
        return deals.get(number);
    }

    /** Deals by number. */
    public Collection<Deal> all() {
        return deals.all();
    }

    /** Deals by number, the newest first. */
    Collection<Deal> newest() {
        return deals.newest();
    }

    /** Deals with something left to do, the oldest first. */
    public Stream<Deal> open() {
        return open.numbers.stream().flatMap(number -> deals.get(number).stream());
    }

    /** Deals with reservations that have not ended, the oldest first. */
    public Stream<Deal> followed() {
        return followed.numbers.stream().flatMap(number -> deals.get(number).stream());
    }

    boolean hasRoom(String user) {
        return open.count(user) < MOST_OPEN && followed.count(user) < SPENT_OF_ONE;
    }

    /** How many tasks of workflows a user has in all plans of deals that are under way. */
    long openTasks(String user) {
        return open().filter(deal -> deal.user().equals(user))
                .flatMap(deal -> Stream.concat(Stream.of(new DealPlan(deal.parts())), deal.others().stream()))
                .mapToLong(DealPlan::tasks)
                .sum();
    }

    @Override
    public long openBytes() {
        return BYTES * deals.open();
    }

    long next() {
        return deals.last() + 1;
    }

    @Override
    public Undo apply(Deal deal, long time, String actor) {
        UndoLog undo = new UndoLog();
        undo.add(open.mark(deal, deal.isOpen()));
        undo.add(followed.mark(deal, deal.isFollowed()));
        undo.add(deals.set(deal));
        return undo;
    }

    @Override
    public Stream<byte[]> capture() {
        long last = deals.last();
        boolean haveTasks = deals.all().stream().anyMatch(deal -> new DealPlan(deal.parts()).tasks() > 0);
        // Few to a piece if there are workflows, which may have thousands of tasks.
        return Pieces.of(
                List.copyOf(deals.all()), haveTasks ? 5 : 50, some -> Codec.write(All.class, new All(last, some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        deals.clear();
        open.clear();
        followed.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            all.deals().forEach(deal -> {
                open.mark(deal, deal.isOpen());
                followed.mark(deal, deal.isFollowed());
            });
            deals.add(all.last(), all.deals());
        });
    }
}
