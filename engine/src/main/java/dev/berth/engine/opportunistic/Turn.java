package dev.berth.engine.opportunistic;

import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Work;

/** Event in the life of an opportunistic job; times are exact, also where a book learns of them in one long advance. */
public sealed interface Turn {
    record Queued(Opportunist opportunist) implements Turn {}

    record Began(OpportunistId opportunist, PoolId pool, Rate rate, ServerSet servers, long at) implements Turn {}

    /** It made way, and is back at its old place in the queue with what is left. */
    record Preempted(OpportunistId opportunist, Work left, long at) implements Turn {}

    record Ended(OpportunistId opportunist, long at) implements Turn {}

    record Cancelled(OpportunistId opportunist) implements Turn {}
}
