package dev.berth.engine.calendar;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import java.util.function.Predicate;

/**
 * Question to a calendar: servers for the job's duration, starting at {@code earliest} or later, done by
 * {@code deadline}.
 *
 * @param now the time of the decision; what lies before it plays no part
 * @param earliest the first instant the job may start: max(ready, now)
 * @param servers how many of those the shape allows
 * @param eligible which pools may be tried
 * @param slice parts of each server
 * @param licences for all of them together
 * @param startsEarly whether the job may start earlier than it is placed, as soon as servers are free
 * @param lineEnds latest start of the last that asked before this job, as long as all that are open have to start in the order in
 *     which they asked; {@link #NO_LINE} if one that asked later has to start sooner, or if that is not known
 */
public record Query(
        long now,
        long earliest,
        long deadline,
        Shape shape,
        int servers,
        Predicate<PoolId> eligible,
        Slice slice,
        Amounts licences,
        boolean startsEarly,
        long lineEnds) {
    /** No latest start is this late, so no job is the last of a line. */
    public static final long NO_LINE = Long.MAX_VALUE;

    public static final Predicate<PoolId> ANY_POOL = pool -> true;

    /** Whole servers, without licences, for a job that starts as it is placed. */
    public Query(long now, long earliest, long deadline, Shape shape, int servers, Predicate<PoolId> eligible) {
        this(now, earliest, deadline, shape, servers, eligible, Slice.WHOLE, Amounts.NONE);
    }

    /** For a job that starts as it is placed. */
    public Query(
            long now,
            long earliest,
            long deadline,
            Shape shape,
            int servers,
            Predicate<PoolId> eligible,
            Slice slice,
            Amounts licences) {
        this(now, earliest, deadline, shape, servers, eligible, slice, licences, false, NO_LINE);
    }

    /** Asks for the fewest servers that the job takes. */
    public static Query of(Job job, long now, Predicate<PoolId> eligible) {
        return of(job, job.shape().fewest(), now, eligible);
    }

    public static Query of(Job job, int servers, long now, Predicate<PoolId> eligible) {
        return new Query(
                now,
                Math.max(job.ready(), now),
                job.deadline(),
                job.shape(),
                servers,
                eligible,
                job.requirements().slice(),
                job.requirements().licences());
    }

    /** How long the servers are taken, in a pool of this rate. */
    public long duration(Rate rate) {
        return shape.duration(servers, rate);
    }

    /** The same question, for starts from another instant on. */
    public Query from(long instant) {
        return new Query(now, instant, deadline, shape, servers, eligible, slice, licences, startsEarly, lineEnds);
    }

    /** The same question, to be done by another time. */
    public Query by(long other) {
        return new Query(now, earliest, other, shape, servers, eligible, slice, licences, startsEarly, lineEnds);
    }

    /** The same question in other pools. */
    public Query in(Predicate<PoolId> other) {
        return new Query(now, earliest, deadline, shape, servers, other, slice, licences, startsEarly, lineEnds);
    }

    /** The same question, for a job that may start earlier than it is placed, or may not. */
    public Query startingEarly(boolean may) {
        return may == startsEarly
                ? this
                : new Query(now, earliest, deadline, shape, servers, eligible, slice, licences, may, lineEnds);
    }

    /** The same question, behind a line that ends with this latest start. */
    public Query behind(long end) {
        return new Query(now, earliest, deadline, shape, servers, eligible, slice, licences, startsEarly, end);
    }

    /** Whether a job with this latest start comes last in a line. */
    public boolean isLastInLine(long latest) {
        return latest >= lineEnds && lineEnds != NO_LINE;
    }
}
