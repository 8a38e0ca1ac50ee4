package dev.berth.engine.book;

import dev.berth.engine.agreement.Prices;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where an offer could be found: jobs like the one asked for with another interval or shape, the nearest first. These are
 * proposals that go by the count of servers, found until the effort is spent; whether the book accepts them is for the book to decide.
 */
final class OfferSearch {
    /** Numbers of servers tried for a moldable job in each pool: all of them, or this many spread evenly, both ends included. */
    static final int COUNTS_TRIED = 32;

    private final State state;
    private final Prices prices;

    OfferSearch(State state) {
        this.state = state;
        this.prices = state.prices;
    }

    /** With a later deadline, up to {@code reach}: for each pool the earliest end there that the budget allows. */
    List<Job> later(Job job, long reach, List<Pool> pools) {
        List<Job> found = new ArrayList<>();
        if (reach <= job.deadline()) {
            return found;
        }
        forEachCount(job, pools, (pool, servers) -> {
            Query query = Query.of(job.within(job.ready(), reach), servers, state.now, Query.ANY_POOL);
            Placement earliest = state.calendar.findEarliest(pool.id(), query);
            if (earliest == null) {
                return;
            }
            long from = Math.max(earliest.window().end(), job.deadline() + 1);
            // A later deadline is never dearer, so the first that is not too dear can be bisected.
            long by = firstTrue(from, reach, time -> prices.allow(job.within(job.ready(), time), servers, pool.id()));
            if (by <= reach) {
                found.add(job.within(job.ready(), by));
            }
        });
        found.sort(Comparator.comparingLong(Job::deadline));
        return found;
    }

    private interface OnCount {
        void accept(Pool pool, int servers);
    }

    private void forEachCount(Job job, List<Pool> pools, OnCount action) {
        for (Pool pool : pools) {
            int most = state.calendar.namesServers(pool.id()) && !pool.hasParts() ? 1 : pool.servers();
            for (int servers : tried(job.shape(), most)) {
                if (state.effort.isSpent()) {
                    return;
                }
                action.accept(pool, servers);
            }
        }
    }

    static int[] tried(Shape shape, int most) {
        if (shape instanceof Shape.Table) {
            int[] counts = shape.counts().filter(servers -> servers <= most).toArray();
            return spread(counts.length).map(i -> counts[i]).toArray();
        }
        int numbers = Math.min(shape.most(), most) - shape.fewest() + 1;
        return spread(numbers).map(i -> shape.fewest() + i).toArray();
    }

    /** The numbers below this, or {@link #COUNTS_TRIED} of them. */
    private static IntStream spread(int numbers) {
        return numbers <= COUNTS_TRIED
                ? IntStream.range(0, Math.max(0, numbers))
                : IntStream.range(0, COUNTS_TRIED).map(i -> (int) ((numbers - 1L) * i / (COUNTS_TRIED - 1)));
    }

    /** The first number of the range for which a condition holds that goes on holding; one above the range if none. */
    private static long firstTrue(long from, long to, LongPredicate holds) {
        long low = from;
        long high = to + 1;
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * The shape on fewer servers than it asks for, by its own law or with the total work kept; null if it is too long. A stay
     * is time, not work: it stays as long as it was.
     */
    static @Nullable Shape onFewer(Shape shape, int servers) {
        if (shape instanceof Shape.Stay stay) {
            return new Shape.Stay(servers, stay.length());
        }
        if (shape instanceof Shape.Divisible divisible) {
            return new Shape.Divisible(servers, servers, divisible.alone(), divisible.serial());
        }
        long each = shape.work(shape.fewest()).amount();
        if (each / servers >= Work.MOST / shape.fewest()) {
            return null;
        }
        long rest = Math.ceilDiv(each % servers * shape.fewest(), (long) servers);
        long longer = each / servers * shape.fewest() + rest;
        return new Shape.Rigid(servers, new Work(longer));
    }
}
