package dev.berth.engine.intake;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.ReservationId;

/**
 * A request that waits in a book for the end of its round.
 *
 * @param id the reservation that it will be, if it is granted
 * @param since when it was made
 * @param deferrals the rounds that have put it off so far
 */
public record Queued(ReservationId id, Job job, Priority priority, long since, int deferrals) {
    public Queued deferred() {
        return new Queued(id, job, priority, since, deferrals + 1);
    }

    /** Its length is that on the fewest servers it takes. */
    public Request request() {
        return new Request(id.number(), job.user(), job.work().amount(), deferrals);
    }
}
