package dev.berth.engine.admission;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Room;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of servers on which a moldable job may find a place, in the order in which they are tried: of the numbers
 * that its shape allows, only those on which some pool has this many servers free for as long as the job takes on them. A
 * number that is left out has no place, so the first for which there is one is the same as if all were tried.
 *
 * <p>The first number nearly always fits and is handed out unseen, and so are a few: to try them takes less. For the others each pool is measured once; from one
 * number to the next that fits it then takes a bisection, however many lie between.
 */
final class Counts {
    /** This many numbers are tried in about the time in which the pools are measured. */
    private static final int FEW = 8;

    private final Calendar calendar;
    private final List<Pool> pools;
    private final Shape shape;
    private final long earliest;
    private final long deadline;
    /** No pool has more. */
    private final int largest;
    /** Room in each pool, in the order of the pools; null until a second number is tried. */
    private @Nullable List<Room> rooms;
    /** The numbers of a table, in their order. */
    private int @Nullable [] listed;

    /** Whether how many servers are free says for how many there is room. */
    private final boolean measurable;

    private int next;

    /** Numbers of servers to try for a job in these pools; the calendar must not change while they are asked for. */
    Counts(Calendar calendar, List<Pool> pools, Job job, long now) {
        this.calendar = calendar;
        this.pools = pools;
        this.shape = job.shape();
        this.earliest = Math.max(job.ready(), now);
        this.deadline = job.deadline();
        int most = 0;
        for (Pool pool : pools) {
            boolean single = calendar.namesServers(pool.id()) && !pool.hasParts();
            most = Math.max(most, single ? 1 : pool.servers());
        }
        this.largest = most;
        this.measurable = job.requirements().isPlain();
    }

    /** The first number; 0 if there is none. */
    int first() {
        if (shape instanceof Shape.Table) {
            listed = shape.counts().filter(servers -> servers <= largest).toArray();
            return listed.length == 0 ? 0 : listed[next++];
        }
        next = shape.fewest() + 1;
        return shape.fewest() <= largest ? shape.fewest() : 0;
    }

    /** The next number; 0 if there is none. */
    int next() {
        if (listed != null) {
            while (next < listed.length) {
                int servers = listed[next++];
                if (!measurable || fits(servers)) {
                    return servers;
                }
            }
            return 0;
        }
        int most = Math.min(shape.most(), largest);
        if (next > most) {
            return 0;
        }
        if (most - shape.fewest() < FEW || !measurable) {
            return next++;
        }
        int found = Integer.MAX_VALUE;
        for (int i = 0; i < pools.size(); i++) {
            found = Math.min(found, fitting(pools.get(i), rooms().get(i), Math.min(most, found)));
        }
        next = found == Integer.MAX_VALUE ? most + 1 : found + 1;
        return found == Integer.MAX_VALUE ? 0 : found;
    }

    private List<Room> rooms() {
        List<Room> measured = rooms;
        if (measured == null) {
            measured = new ArrayList<>();
            for (Pool pool : pools) {
                measured.add(Room.of(calendar, pool.id(), earliest, deadline));
            }
            rooms = measured;
        }
        return measured;
    }

    private boolean fits(int servers) {
        for (int i = 0; i < pools.size(); i++) {
            if (shape.duration(servers, pools.get(i).rate()) <= rooms().get(i).longest(servers)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The first number from {@code next} on that fits into a pool; {@code Integer.MAX_VALUE} if none up to the most does.
     * More servers never take longer, so where the room is as long for a range of numbers the first can be bisected.
     */
    private int fitting(Pool pool, Room room, int most) {
        for (int low = next; low <= most; ) {
            long longest = room.longest(low);
            int high = Math.min(most, room.upTo(low));
            if (high < low) {
                return Integer.MAX_VALUE;
            }
            if (shape.duration(high, pool.rate()) <= longest) {
                return firstWithin(longest, pool, low, high);
            }
            low = high + 1;
        }
        return Integer.MAX_VALUE;
    }

    private int firstWithin(long longest, Pool pool, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (shape.duration(middle, pool.rate()) <= longest) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
