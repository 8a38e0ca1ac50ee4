package dev.berth.service.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Work;
import java.util.Collection;
import java.util.Optional;

/**
 * The server time that a reservation or a queued request takes for its user.
 *
 * @param amount in server-milliseconds
 * @param start of the reservation; {@link #UNDECIDED} for a request that is still queued
 */
public record Claim(String user, long amount, long start) {
    public static final long UNDECIDED = -1;

    /** More than any quota, and still far from an overflow when claims are added. */
    private static final long MOST = Long.MAX_VALUE / 4;

    public boolean isDecided() {
        return start != UNDECIDED;
    }

    /** Server-milliseconds, saturating. */
    public static long amount(long length, int count) {
        return length > MOST / count ? MOST : length * count;
    }

    /** What is claimed under this number now. */
    static Optional<Claim> of(Book book, ReservationId id) {
        return book.reservation(id)
                .map(reservation -> of(
                        reservation,
                        amount(
                                reservation.window().length(),
                                reservation.placement().count())))
                // One without servers takes no capacity until it recovers.
                .or(() -> book.degraded(id).map(degraded -> of(degraded.reservation(), 0)))
                .or(() -> book.queued(id)
                        .map(request ->
                                new Claim(request.job().user(), mostOf(request.job(), book.pools()), UNDECIDED)));
    }

    private static Claim of(Reservation reservation, long amount) {
        return new Claim(reservation.job().user(), amount, reservation.window().start());
    }

    /** What remains claimed by a reservation that is given back: the time it has run. */
    static Claim used(Reservation reservation, long now) {
        long ran = reservation.isRunning()
                ? Math.min(now, reservation.window().end())
                        - reservation.window().start()
                : 0;
        return of(reservation, amount(Math.max(0, ran), reservation.placement().count()));
    }

    /** The most that a job can take, whichever of these pools it is placed in. */
    private static long mostOf(Job job, Collection<Pool> pools) {
        return pools.stream()
                .filter(pool -> job.requirements().match(pool) && job.servers() <= pool.servers())
                .mapToLong(pool -> mostOf(job.shape(), pool))
                .max()
                .orElseGet(() -> amount(job.work().amount(), job.servers()));
    }

    private static long mostOf(Shape shape, Pool pool) {
        if (shape instanceof Shape.Divisible && shape.isMoldable()) {
            // Server time grows with the number of servers but for rounding, which adds less than one unit of work and
            // one of time to each: trying every number would take too long.
            int count = Math.min(shape.most(), pool.servers());
            long work = Math.min(Work.MOST, shape.work(count).amount() + 1);
            return amount(pool.rate().duration(new Work(work)) + 1, count);
        }
        return shape.counts()
                .filter(count -> count <= pool.servers())
                .mapToLong(count -> amount(shape.duration(count, pool.rate()), count))
                .max()
                .orElse(0);
    }
}
