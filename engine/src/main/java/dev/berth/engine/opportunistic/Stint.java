package dev.berth.engine.opportunistic;

import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Work;

/**
 * An opportunistic job at work on servers, until it ends or has to make way.
 *
 * @param opportunist with what was left at the start
 */
public record Stint(Opportunist opportunist, PoolId pool, Rate rate, ServerSet servers, long start) {
    public OpportunistId id() {
        return opportunist.id();
    }

    /** When it is done if nobody takes its servers. */
    public long end() {
        return start + rate.duration(opportunist.left());
    }

    /**
     * Work that is left at a time before the end. A checkpoint is taken to cost nothing: all whole units of work done
     * so far are kept. A unit that was begun is not, so that repeated interruptions cannot complete work that was
     * never done.
     */
    public Work leftAt(long time) {
        return new Work(opportunist.left().amount() - rate.done(time - start));
    }
}
