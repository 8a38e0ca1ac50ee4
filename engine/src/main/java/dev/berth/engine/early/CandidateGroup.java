package dev.berth.engine.early;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Candidates that take the same pools in the same way, by rank: who has to start soonest comes first, then who was promised
 * the earlier start. Kept in short blocks that know the shortest and the earliest of theirs, so that a search passes over
 * whole blocks in which nobody fits.
 */
public final class CandidateGroup {
    private final PoolId pool;
    private final int count;
    private final Requirements requirements;
    private final boolean stay;
    /** Number of members, including those that are not ready yet. */
    private int members;
    /** Blocks of members in their order, none of them empty, except that the last one stays when no member is left. */
    private final List<Block> blocks = new ArrayList<>();

    CandidateGroup(PoolId pool, int count, Requirements requirements, boolean stay) {
        this.pool = pool;
        this.count = count;
        this.requirements = requirements;
        this.stay = stay;
    }

    /** Where its members are placed. */
    public PoolId pool() {
        return pool;
    }

    /** How many servers each of them takes. */
    public int count() {
        return count;
    }

    /** Requirements that all members share. */
    public Requirements requirements() {
        return requirements;
    }

    /** How many blocks a search goes through at most. */
    public int blocks() {
        return isEmpty() ? 0 : blocks.size();
    }

    private boolean isEmpty() {
        return blocks.isEmpty() || blocks.getFirst().isEmpty();
    }

    /** The first by rank, of those that are ready; there must be one. */
    public Reservation first() {
        return blocks.getFirst().first();
    }

    void join() {
        members++;
    }

    /** Answers whether it was the last member. */
    boolean leave() {
        return --members == 0;
    }

    public boolean takes(Pool other) {
        return requirements.match(other);
    }

    /** The latest start in its own pool that still meets the deadline. */
    static long latest(Reservation reservation) {
        return reservation.job().deadline() - reservation.window().length();
    }

    /** Whether {@code a} ranks before {@code b} if both can start. */
    public static boolean isBefore(Reservation a, Reservation b) {
        long latestA = latest(a);
        long latestB = latest(b);
        if (latestA != latestB) {
            return latestA < latestB;
        }
        long startA = a.window().start();
        long startB = b.window().start();
        return startA != startB ? startA < startB : a.id().compareTo(b.id()) < 0;
    }

    /** Answers whether it was not in yet. */
    boolean insert(Reservation reservation) {
        if (blocks.isEmpty()) {
            blocks.add(new Block());
        }
        int place = place(reservation);
        Block block = blocks.get(place);
        if (block.isFull()) {
            blocks.add(place + 1, block.split());
            block = blocks.get(place(reservation));
        }
        return block.insert(reservation, work(reservation));
    }

    /** Answers whether it was in. */
    boolean remove(Reservation reservation) {
        if (isEmpty()) {
            return false;
        }
        int place = place(reservation);
        Block block = blocks.get(place);
        boolean removed = block.remove(reservation);
        if (block.isEmpty() && blocks.size() > 1) {
            blocks.remove(place);
        }
        return removed;
    }

    /** Work of each server; the length, if it is a stay. */
    private long work(Reservation reservation) {
        return stay
                ? reservation.window().length()
                : reservation.job().shape().work(count).amount();
    }

    private int place(Reservation reservation) {
        int low = 0;
        int high = blocks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (isBefore(reservation, blocks.get(middle).first())) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return low;
    }

    /**
     * The first that can start at a time in its own pool, where enough servers are free from then on up to another time: all
     * the while, or until its own place begins.
     *
     * @param holds what else must be true of it
     */
    public @Nullable Reservation firstInOwn(long at, long until, Predicate<Reservation> holds) {
        for (Block block : blocks) {
            if (block.shortest() <= until - at || block.earliest() <= until) {
                Reservation found = block.firstInOwn(at, until, holds);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** The first that can start at a time in another pool and ends there no later than promised. */
    public @Nullable Reservation firstElsewhere(long at, long until, Rate rate, Predicate<Reservation> holds) {
        for (Block block : blocks) {
            if (duration(block.leastWork(), rate) <= until - at) {
                Reservation found = block.firstElsewhere(at, until, work -> duration(work, rate), holds);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private long duration(long work, Rate rate) {
        return stay ? work : rate.duration(work);
    }
}
