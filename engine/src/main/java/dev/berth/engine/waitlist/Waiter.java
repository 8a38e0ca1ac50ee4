package dev.berth.engine.waitlist;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Work;

/**
 * Entry of the waiting list: a job that found no room.
 *
 * @param until when it stops waiting
 * @param hold 0 if it is booked as soon as there is room; otherwise it is held for this long, and its owner decides
 * @param since when it came
 */
public record Waiter(WaiterId id, Job job, long until, long hold, long since) {
    public Waiter {
        if (hold < 0 || hold > Work.MOST) {
            throw new BadValue("hold", hold, "must be from 0 to " + Work.MOST);
        }
    }

    /** Whether it is held for its owner instead of booked. */
    public boolean isHeld() {
        return hold > 0;
    }

    /** The least time that it takes, on whichever servers. */
    public long least() {
        return job.shape().work(job.shape().quickest(Pool.MOST_SERVERS)).amount();
    }

    /** The last moment at which it can be served: there is time for the job, after the time for its owner's answer. */
    public long latest() {
        return job.deadline() - least() - hold;
    }

    /** Not before this time may it be placed: what is held has to wait for its owner's answer. */
    public long earliest(long now) {
        return Math.max(job.ready(), now + hold);
    }

    /** The job as it may be placed now. */
    public Job asOf(long now) {
        long earliest = earliest(now);
        return !isHeld() || earliest <= job.ready() || earliest > job.deadline()
                ? job
                : job.within(earliest, job.deadline());
    }
}
