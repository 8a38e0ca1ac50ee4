package dev.berth.engine.calendar;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * An availability index over the pools of a site: finds placements, books and releases them, forgets the past.
 *
 * <p>Every change has an exact inverse ({@code book} and {@code release}, {@code addServers} and {@code removeServers},
 * {@code forget} and its result), after which the calendar finds what it found before: that is what makes a what-if
 * cheap. A calendar has no clock; {@code now} comes with the query and never goes back except by an inverse.
 */
public interface Calendar {
    /** Whether a placement names its servers, as castillo's idle periods do, or leaves them open until the start. */
    boolean namesServers();

    /** The same for one pool: whatever the policy, a pool of hosts with parts names them. */
    default boolean namesServers(PoolId pool) {
        return namesServers();
    }

    /** Whether there is a pool of hosts with parts. */
    default boolean hasHosts() {
        return false;
    }

    /** Counts the steps of its searches on this from now on. */
    default void countOn(Effort effort) {}

    /** On what the place it finds for a job depends. */
    default Locality locality() {
        return Locality.GLOBAL;
    }

    /**
     * Makes servers {@code first .. first + count - 1} of the pool available from a time on. The first servers of a
     * pool also make the pool known; pools of equal rate keep the order in which they came.
     */
    void addServers(Pool pool, int first, int count, long from);

    /** The inverse of {@link #addServers}, for servers that hold no booking. */
    void removeServers(Pool pool, int first, int count, long from);

    /** Where this calendar would put the job, or null if its model has no feasible placement. Changes nothing. */
    @Nullable
    Placement find(Query query);

    /** Whether there is any place for the job. Cheaper than to choose one. */
    default boolean hasRoom(Query query) {
        return find(query) != null;
    }

    /** Where this calendar would put the job if these bookings were not there. Changes nothing. */
    default @Nullable Placement findWithout(Query query, List<Placement> absent) {
        absent.forEach(this::release);
        try {
            return find(query);
        } finally {
            absent.forEach(this::book);
        }
    }

    /** Whether the placement could be booked as it is. */
    boolean isFree(Placement placement);

    /**
     * Whether no more is booked than there is, at any moment of the window. A late-bound calendar can be overbooked
     * while a plan is tried out.
     */
    default boolean isWithinCapacity(PoolId pool, Window window) {
        return true;
    }

    /**
     * Until when this number of servers of the pool stays free from a time on, or has room for a slice each; the time itself if fewer are free then. A calendar
     * that names servers answers for the server that stays idle longest.
     */
    default long freeUntil(PoolId pool, Slice slice, int servers, long from) {
        long[] until = {Window.FOREVER};
        freeServers(pool, from, Window.FOREVER, (time, free) -> {
            if (free < servers) {
                until[0] = Math.min(until[0], time);
            }
        });
        return until[0];
    }

    /** The first moment in {@code (after, until]} at which a server of the pool becomes free; {@code Long.MAX_VALUE} if none. */
    default long nextFreed(PoolId pool, long after, long until) {
        long[] next = {Long.MAX_VALUE};
        int[] before = {Integer.MAX_VALUE};
        freeServers(pool, after, until + 1, (time, free) -> {
            if (free > before[0] && time > after) {
                next[0] = Math.min(next[0], time);
            }
            before[0] = free;
        });
        return next[0];
    }

    /**
     * From now on the site has these licences.
     *
     * @param held those of them that are held outside the book
     */
    default void setLicences(Amounts all, HeldLicences held, long now) {}

    /** Most licences of a name that are promised at one moment from now on, whatever is held outside the book. */
    default long promisedLicences(String name, long now) {
        return 0;
    }

    /** How many licences of a name are free throughout a window. */
    default long freeLicences(String name, Window window) {
        return 0;
    }

    /**
     * The same placement on other hosts or devices, or the same ones, if there is room at its time; null if not. Asked of pools of
     * hosts with parts; counted servers need no other place.
     *
     * @param hosts which may be taken
     */
    default @Nullable Placement sameTime(Placement placement, IntPredicate hosts) {
        return null;
    }

    /**
     * Room for a job in a pool of hosts where it finds none, if others that wait go to other hosts at their own times; null if none
     * was found. Changes nothing.
     *
     * @param waiting these may go
     */
    default @Nullable Repacking repack(PoolId pool, Query query, Waiting waiting) {
        return null;
    }

    /**
     * Where those go who wait on settled hosts, so that this placement has room there; null if they cannot. Changes nothing.
     *
     * @param waiting these may go
     */
    default @Nullable Repacking clear(Placement settled, Waiting waiting) {
        return null;
    }

    /** The part of which hosts, or the licence of which the site, has too little for a job; null if it takes whole servers. */
    default Refusal.@Nullable Shortage shortage(Query query) {
        return null;
    }

    /** Books again what {@link #save} does not write: parts of hosts and licences follow from what is open. */
    default void recall(Placement placement) {}

    /** Takes capacity; the placement must be free. Names servers exactly if {@link #namesServers()}. */
    void book(Placement placement);

    /** Gives back what was booked, or the later part of it. */
    void release(Placement placement);

    /** Drops what ended by {@code now}; the result brings it back. */
    Undo forget(long now);

    /** Earliest placement in the pool at or after {@code query.earliest()}; null if nothing fits. */
    @Nullable
    Placement findEarliest(PoolId pool, Query query);

    /**
     * Hands over how many servers of the pool are free within {@code [from, to)}, not before {@code now}: first what
     * holds at {@code from}, then each change in the order of time; a step may repeat the value before it. Depends on
     * what is booked alone, not on how it came about.
     */
    void freeServers(PoolId pool, long from, long to, Steps steps);

    /**
     * The same of one server, 1 or 0; asked of a calendar that {@linkplain #namesServers() names servers}. One that does not
     * tell says that the server is never free, and no room is made on it.
     */
    default void freeServer(PoolId pool, int server, long from, long to, Steps steps) {
        steps.step(from, 0);
    }

    /** Receives a step: this many servers are free from a time on. */
    @FunctionalInterface
    interface Steps {
        void step(long from, int servers);
    }

    /** How many entries the index holds: idle periods, or steps of a skyline. */
    long size();

    /** Writes what the calendar holds, in a form that depends on its content from {@code now} on alone. */
    void save(DataOutput out, long now) throws IOException;

    /** Reads what {@link #save} wrote in place of all bookings; the pools are those it had then. */
    void load(DataInput in) throws IOException;
}
