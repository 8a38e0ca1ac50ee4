package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Work;
import dev.berth.lab.simulation.JobFeed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ahuja's advance reservation module (ARM) on the real book. Jobs are anticipated to take what they take, so that those
 * that start when an element is free can be booked at once: in the order they come that is the space-shared queue.
 *
 * <p>On resources that are chosen at random a job is tried one after the other, and waits on the first; on those of the
 * book's own choice it names none.
 */
final class ReservationModule {
    private static final long NO_DEADLINE = 1L << 50;

    private final JobFeed feed;
    private final List<Pool> resources;
    private final boolean ownChoice;
    private final long deadline;

    private ReservationModule(String policy, List<Pool> resources, boolean ownChoice, long deadline) {
        this.feed = new JobFeed(policy, resources);
        this.resources = resources;
        this.ownChoice = ownChoice;
        this.deadline = deadline;
    }

    /** Resources as a job draws them. */
    static ReservationModule random(List<Pool> resources) {
        return new ReservationModule("earliest", resources, false, NO_DEADLINE);
    }

    /**
     * Resources as the policy chooses.
     *
     * @param deadline of jobs without a start of their own; a policy that levels needs to know how far it may go
     */
    static ReservationModule own(String policy, List<Pool> resources, long deadline) {
        return new ReservationModule(policy, resources, true, deadline);
    }

    void advance(long to) {
        feed.advance(to);
    }

    /**
     * Reserves for a start in the future; null if there is no element for it. The policy may use a fast element a little
     * later than the start, so long as the job ends when it would on the slowest.
     */
    @Nullable
    Placement inAdvance(Work work, long start, List<Pool> tried) {
        if (ownChoice) {
            Rate slowest =
                    resources.stream().map(Pool::rate).min(Rate::compareTo).orElseThrow();
            return reserve(job(work, start, start + slowest.duration(work)));
        }
        for (Pool pool : tried) {
            Placement placement = reserve(job(work, start, start + pool.rate().duration(work))
                    .requiring(new Requirements(pool.id(), Map.of())));
            if (placement != null) {
                return placement;
            }
        }
        return null;
    }

    /** Starts the job now, or when an element is free. */
    @Nullable
    Placement immediately(Work work, List<Pool> tried) {
        long now = feed.book().now();
        Job job = job(work, now, Math.max(deadline, now));
        return reserve(
                ownChoice
                        ? job
                        : job.requiring(new Requirements(tried.getFirst().id(), Map.of())));
    }

    private static Job job(Work work, long ready, long by) {
        return Job.of("g", ready, work.amount(), by);
    }

    private @Nullable Placement reserve(Job job) {
        return feed.reserve(job) instanceof Decision.Accepted accepted
                ? accepted.reservation().placement()
                : null;
    }
}
