package dev.berth.engine.book;

import dev.berth.engine.agreement.LeastPeak;
import dev.berth.engine.agreement.Prices;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
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

    /** Steps of a pool that are gone through in about the time of one step of an effort. */
    private static final int SEEN_AT_A_STEP = 32;

    private final State state;
    private final Prices prices;
    private @Nullable LeastPeak known;
    private @Nullable PoolId knownOf;
    private long knownUntil;

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

    /** Ready earlier, but not before now: for each pool the latest start there that the budget allows. */
    List<Job> earlier(Job job, List<Pool> pools) {
        List<Job> found = new ArrayList<>();
        forEachCount(job, pools, (pool, servers) -> {
            long duration = job.shape().duration(servers, pool.rate());
            long latest = latestStart(job, pool, servers, duration);
            // Counted backwards from the latest start, for the same bisection.
            long back = latest < state.now
                    ? 1
                    : firstTrue(
                            0,
                            latest - state.now,
                            time -> prices.allow(job.within(latest - time, job.deadline()), servers, pool.id()));
            if (latest - back >= state.now) {
                found.add(job.within(latest - back, job.deadline()));
            }
        });
        found.sort(Comparator.comparingLong(Job::ready).reversed());
        return found;
    }

    /** The last start before ready from which enough servers are free; -1 if there is none from now on. */
    private long latestStart(Job job, Pool pool, int servers, long duration) {
        long latest = Math.min(job.ready() - 1, job.deadline() - duration);
        if (latest < state.now) {
            return -1;
        }
        LeastPeak steps = stepsUntil(pool, job.deadline());
        return state.calendar.namesServers()
                ? latestStart(job, pool, steps.changesBefore(latest + duration), latest, duration)
                : steps.latestStart(latest, duration, servers);
    }

    /** Those of the pool that was asked about last are kept: many numbers of servers are tried in one pool after the other. */
    private LeastPeak stepsUntil(Pool pool, long deadline) {
        LeastPeak steps = known;
        if (steps == null || !pool.id().equals(knownOf) || deadline != knownUntil) {
            steps = new LeastPeak();
            state.calendar.freeServers(pool.id(), state.now, deadline, steps);
            known = steps;
            knownOf = pool.id();
            knownUntil = deadline;
        }
        state.effort.spend(1 + steps.size() / SEEN_AT_A_STEP);
        return steps;
    }

    /** The same of one server where the calendar names it: held up by the bound, or by a change right at its end. */
    private long latestStart(Job job, Pool pool, long[] changes, long latest, long duration) {
        Query query = Query.of(job, 1, state.now, Query.ANY_POOL);
        long start = latest;
        for (int i = changes.length - 1; start >= state.now && !state.effort.isSpent(); i--) {
            state.effort.spend(1);
            if (state.calendar.findEarliest(pool.id(), query.from(start).by(start + duration)) != null) {
                return start;
            }
            if (i < 0) {
                return -1;
            }
            start = changes[i] - duration;
        }
        return -1;
    }

    private interface OnCount {
        void accept(Pool pool, int servers);
    }

    private void forEachCount(Job job, List<Pool> pools, OnCount action) {
        for (Pool pool : pools) {
            int most = state.calendar.namesServers() ? 1 : pool.servers();
            for (int servers : tried(job.shape(), most)) {
                if (state.effort.isSpent()) {
                    return;
                }
                action.accept(pool, servers);
            }
        }
    }

    private static int[] tried(Shape shape, int most) {
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
