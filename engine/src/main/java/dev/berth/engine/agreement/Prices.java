package dev.berth.engine.agreement;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.PoolId;

/** Total price of a job on this many servers of a pool, wherever in its interval it is placed. */
@FunctionalInterface
public interface Prices {
    Prices FREE = (job, servers, pool) -> Money.ZERO;

    Money of(Job job, int servers, PoolId pool);

    /** The same prices, for the interval of this job and while nothing is booked: for callers that ask about many numbers. */
    default Prices asOfNow(Job job) {
        return this;
    }

    /** Whether the job's budget, if it has one, allows this many servers of the pool. */
    default boolean allow(Job job, int servers, PoolId pool) {
        Money budget = job.terms().budget();
        return budget == null || !of(job, servers, pool).isAbove(budget);
    }
}
