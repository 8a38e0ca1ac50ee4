package dev.berth.bench.peer;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * netto's Algorithm 1 as one would write it down, with earliest deadline first: sort the queue, take all from the new job
 * on out of the calendar, place all again in order.
 */
public final class LiteralRescheduling {
    private final PeerAvailability calendar;
    private final List<Entry> waiting = new ArrayList<>();
    private long numbers;

    public LiteralRescheduling(PeerAvailability calendar) {
        this.calendar = calendar;
    }

    private static final class Entry {
        final Job job;
        final long number;

        @Nullable
        Placement placement;

        Entry(Job job, long number) {
            this.job = job;
            this.number = number;
        }

        Placement placed() {
            if (placement == null) {
                throw new IllegalStateException(job + " is not placed");
            }
            return placement;
        }
    }

    public void advance(long now) {
        calendar.forget(now);
        waiting.removeIf(entry -> entry.placed().window().start() <= now);
    }

    public int waiting() {
        return waiting.size();
    }

    /** Where all that wait are, by submission. */
    public List<Placement> placements() {
        return waiting.stream()
                .sorted(Comparator.comparingLong(entry -> entry.number))
                .map(Entry::placed)
                .toList();
    }

    public boolean admit(Job job, long now) {
        Entry added = new Entry(job, numbers++);
        List<Entry> queue = new ArrayList<>(waiting);
        queue.add(added);
        queue.sort(Comparator.<Entry>comparingLong(entry -> entry.job.deadline())
                .thenComparingLong(entry -> entry.number));
        int k = queue.indexOf(added);
        while (true) {
            List<Entry> behind = queue.subList(k, queue.size());
            behind.stream().filter(entry -> entry != added).forEach(entry -> calendar.release(entry.placed()));
            List<Placement> placed = place(behind, now);
            if (placed.size() == behind.size()) {
                for (int i = 0; i < placed.size(); i++) {
                    behind.get(i).placement = placed.get(i);
                }
                waiting.add(added);
                return true;
            }
            placed.forEach(calendar::release);
            behind.stream().filter(entry -> entry != added).forEach(entry -> calendar.book(entry.placed()));
            if (placed.isEmpty()) {
                return false;
            }
            int failed = k + placed.size();
            queue.set(k, queue.get(failed));
            queue.set(failed, added);
            k = failed;
        }
    }

    private List<Placement> place(List<Entry> entries, long now) {
        List<Placement> placed = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            Placement found = calendar.find(Query.of(entry.job, now, Query.ANY_POOL));
            if (found == null) {
                return placed;
            }
            calendar.book(found);
            placed.add(found);
        }
        return placed;
    }
}
