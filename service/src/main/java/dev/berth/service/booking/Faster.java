package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Reservation;
import dev.berth.site.View;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The fastest pool that would have taken a job by the same deadline, of a job that named no pool and came to a slower one.
 * Berth takes the slowest pool that is in time, so that fast servers stay free for those who need them; a user who did not know
 * that learns it from the answer.
 *
 * @param insteadOf the rate of the pool it came to
 * @param there the reservation as it would be in the faster pool
 */
public record Faster(Pool pool, Rate insteadOf, Reservation there) {
    /** How many pools are asked: each costs as much as the booking itself. */
    private static final int MOST_ASKED = 3;

    public static Optional<Faster> of(View view, Job job, PoolId chosen) {
        if (job.requirements().pool() != null) {
            return Optional.empty();
        }
        List<Pool> pools = view.pools();
        if (pools.size() < 2) {
            return Optional.empty();
        }
        Rate rate = Pools.find(view, chosen).rate();
        return pools.stream()
                .filter(pool -> job.requirements().match(pool) && pool.rate().compareTo(rate) > 0)
                .sorted(Comparator.comparing(Pool::rate).reversed())
                .limit(MOST_ASKED)
                .flatMap(pool -> in(view, job, pool).stream().map(there -> new Faster(pool, rate, there)))
                .findFirst();
    }

    private static Optional<Reservation> in(View view, Job job, Pool pool) {
        Job only = new Job(
                job.id(),
                job.user(),
                job.ready(),
                job.deadline(),
                job.shape(),
                job.requirements().withPool(pool.id()),
                job.terms());
        return view.decide(new Command.Reserve(only)) instanceof Decision.Accepted accepted
                ? Optional.of(accepted.reservation())
                : Optional.empty();
    }
}
