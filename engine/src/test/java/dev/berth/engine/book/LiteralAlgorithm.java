package dev.berth.engine.book;

import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * netto's Algorithm 1 as it is written, without memory or short cuts: the queue is sorted, all from the new job on leave
 * a copy of the calendar, and all are placed anew in order. The oracle of the rescheduling.
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
            @Nullable Placement placement) {}

    /** Where everybody who waits goes, the new job included; null if it is refused. */
    @Nullable
    Map<ReservationId, Placement> admit(Job job) {
        ReservationId id = new ReservationId(state.nextNumber);
        Entry added = new Entry(id, job, job, null);
        List<Entry> queue = new ArrayList<>();
        state.open.values().stream()
                .filter(Reservation::isWaiting)
                .forEach(r -> queue.add(new Entry(r.id(), r.job(), r.movable(state.now), r.placement())));
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
                Comparator.comparingLong(entry -> order.rank(entry.id.number(), entry.job, state.now, admitted));
        };
        return byOrder.thenComparing(Entry::id);
    }
}
