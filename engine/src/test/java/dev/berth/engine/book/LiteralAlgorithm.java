package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * netto's Algorithm 1 as it is written, without memory or short cuts: the queue is sorted, all from the new job on leave
 * a copy of the calendar, and all are placed anew in order. Then the list of options of Algorithm 2, from the jobs that run
 * and those that are before the new job in this queue. The oracle of the rescheduling.
 */
final class LiteralAlgorithm {
    private final State state;
    private final Order order;

    LiteralAlgorithm(Book book, Order order) {
        this.state = Snapshot.read(book.snapshot());
        this.order = order;
    }

    private record Entry(
            ReservationId id,
            Job job,
            Job movable,
            Money revenue,
            @Nullable Placement placement) {}

    /** The times that Algorithm 2 tries for a refused job. */
    Set<Window> options(Job job) {
        List<Entry> before = new ArrayList<>();
        assertThat(admit(job, before)).isNull();
        Set<Window> options = new HashSet<>();
        for (Reservation other : state.open.values()) {
            Window window = other.placement().window();
            boolean intersects = window.start() < job.deadline() && window.end() > Math.max(job.ready(), state.now);
            boolean counts = !other.isWaiting() || before.stream().anyMatch(entry -> entry.id.equals(other.id()));
            PoolId pool = other.placement().pool();
            if (intersects && counts && state.placing.eligible(job).test(pool)) {
                long length = job.shape()
                        .duration(
                                job.shape().fewest(), state.roster(pool).pool().rate());
                long ready = other.isWaiting() ? other.job().ready() : window.start();
                long deadline = other.isWaiting() ? other.job().deadline() : window.end();
                if (ready - length >= state.now && ready - length < job.ready()) {
                    options.add(new Window(ready - length, ready));
                }
                if (deadline + length > job.deadline()) {
                    options.add(new Window(deadline, deadline + length));
                }
            }
        }
        return options;
    }

    /** Where everybody who waits goes, the new job included; null if it is refused. */
    @Nullable
    Map<ReservationId, Placement> admit(Job job) {
        return admit(job, new ArrayList<>());
    }

    /** @param before takes those that are before the new job when it is refused */
    private @Nullable Map<ReservationId, Placement> admit(Job job, List<Entry> before) {
        ReservationId id = new ReservationId(state.nextNumber);
        Entry added = new Entry(id, job, job, revenue(job), null);
        List<Entry> queue = new ArrayList<>();
        state.open.values().stream()
                .filter(Reservation::isWaiting)
                .forEach(r -> queue.add(new Entry(
                        r.id(), r.job(), r.movable(state.now), r.agreement().price(), r.placement())));
        queue.add(added);
        queue.sort(comparator(id.number()));
        int k = queue.indexOf(added);
        while (true) {
            Map<ReservationId, Placement> places = new LinkedHashMap<>();
            int failed = schedule(queue, k, places);
            if (failed < 0) {
                return places;
            }
            if (failed == k) {
                before.addAll(queue.subList(0, k));
                return null;
            }
            // fixqueue: the two change places; those between are before the new job now and keep theirs.
            queue.set(k, queue.get(failed));
            queue.set(failed, added);
            k = failed;
        }
    }

    private int schedule(List<Entry> queue, int k, Map<ReservationId, Placement> places) {
        List<Placement> booked = new ArrayList<>();
        queue.subList(0, k).forEach(entry -> places.put(entry.id, entry.placement));
        queue.subList(k, queue.size()).stream()
                .filter(entry -> entry.placement != null)
                .forEach(entry -> state.calendar.release(entry.placement));
        int failed = -1;
        for (int i = k; i < queue.size() && failed < 0; i++) {
            Placement found = state.placing.findCounted(queue.get(i).movable, state.now);
            if (found == null) {
                failed = i;
            } else {
                state.calendar.book(found);
                booked.add(found);
                places.put(queue.get(i).id, found);
            }
        }
        booked.forEach(state.calendar::release);
        queue.subList(k, queue.size()).stream()
                .filter(entry -> entry.placement != null)
                .forEach(entry -> state.calendar.book(entry.placement));
        return failed;
    }

    /** The orders in the paper's words; how to shuffle is the one thing taken from the code under test. */
    private Comparator<Entry> comparator(long admitted) {
        Comparator<Entry> byOrder = switch (order) {
            case FIFO -> Comparator.comparing(Entry::id);
            case EDF -> Comparator.comparingLong(entry -> entry.job.deadline());
            case BJF -> Comparator.comparingLong(entry -> -entry.job.work().amount() * entry.job.servers());
            case LFF ->
                Comparator.comparingLong(entry -> entry.job.deadline()
                        - Math.max(entry.job.ready(), state.now)
                        - entry.job.work().amount());
            case SHUFFLE ->
                Comparator.comparingLong(
                        entry -> order.rank(entry.id.number(), entry.job, Money.ZERO, state.now, admitted));
            case HRF -> Comparator.comparing(Entry::revenue, Comparator.reverseOrder());
            case HPF -> Comparator.comparing(LiteralAlgorithm::forEachServerTime, Comparator.reverseOrder());
        };
        return byOrder.thenComparing(Entry::id);
    }

    /** The price at the cheapest pool that is large enough. */
    private Money revenue(Job job) {
        return state.rosters.values().stream()
                .map(Roster::pool)
                .filter(pool -> job.requirements().match(pool) && pool.servers() >= job.servers())
                .map(pool -> state.prices.of(job, job.servers(), pool.id()))
                .min(Comparator.naturalOrder())
                .orElse(Money.ZERO);
    }

    private static BigDecimal forEachServerTime(Entry entry) {
        BigDecimal time = BigDecimal.valueOf(entry.job.servers())
                .multiply(BigDecimal.valueOf(entry.job.work().amount()));
        return entry.revenue.decimal().divide(time, 15, RoundingMode.DOWN);
    }
}
