package dev.berth.engine.calendar;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Work;
import java.util.function.Predicate;

/**
 * What a calendar is asked: servers for the work, starting at {@code earliest} or later, done by {@code deadline}.
 *
 * @param now the time of the decision; what lies before it plays no part
 * @param earliest the first instant the job may start: max(ready, now)
 * @param eligible which pools may be tried
 */
public record Query(long now, long earliest, Work work, long deadline, int servers, Predicate<PoolId> eligible) {
    public static final Predicate<PoolId> ANY_POOL = pool -> true;

    public static Query of(Job job, long now, Predicate<PoolId> eligible) {
        return new Query(now, Math.max(job.ready(), now), job.work(), job.deadline(), job.servers(), eligible);
    }

    /** The same question, for starts from another instant on. */
    public Query from(long instant) {
        return new Query(now, instant, work, deadline, servers, eligible);
    }
}
