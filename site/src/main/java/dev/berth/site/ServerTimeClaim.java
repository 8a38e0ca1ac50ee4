package dev.berth.site;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.book.Book;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Work;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The server time that a reservation or a queued request takes for its user, and what it costs.
 *
 * @param amount in server-milliseconds
 * @param start of the reservation; {@link #UNDECIDED} for a request that is still queued
 * @param project that it was booked for
 * @param pools the amount by pool: the one it is in, or all that a queued request may come to
 * @param cost in millionths; 0 for a queued request, whose price nobody knows
 */
public record ServerTimeClaim(
        String user, long amount, long start, Optional<String> project, Map<String, Long> pools, long cost) {
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

    /** Claim of the open reservation or queued request with this number; empty if there is none. */
    static Optional<ServerTimeClaim> of(Book book, ReservationId id) {
        return book.reservation(id)
                .map(ServerTimeClaim::of)
                // One without servers takes no capacity until it recovers.
                .or(() -> book.degraded(id).map(degraded -> of(degraded.reservation(), 0, 0)))
                .or(() -> book.queued(id).map(request -> queued(request.job(), book.pools())));
    }

    /** Claim that an offer would make. */
    public static ServerTimeClaim of(Offer offer) {
        return of(
                offer.job(),
                offer.placement(),
                amount(offer.placement()),
                offer.price().millionths());
    }

    /** Claim of a reservation with servers. */
    public static ServerTimeClaim of(Reservation reservation) {
        return of(reservation, amount(reservation.placement()), cost(reservation));
    }

    private static long amount(Placement placement) {
        return amount(placement.window().length(), placement.count());
    }

    private static ServerTimeClaim of(Reservation reservation, long amount, long cost) {
        return of(reservation.job(), reservation.placement(), amount, cost);
    }

    private static ServerTimeClaim of(Job job, Placement placement, long amount, long cost) {
        return new ServerTimeClaim(
                job.user(),
                amount,
                placement.window().start(),
                Optional.ofNullable(job.terms().project()),
                Map.of(placement.pool().name(), amount),
                cost);
    }

    private static ServerTimeClaim queued(Job job, Collection<Pool> all) {
        Map<String, Long> pools = new HashMap<>();
        all.stream()
                .filter(pool -> job.requirements().match(pool) && job.servers() <= pool.servers())
                .forEach(pool -> pools.put(pool.id().name(), mostOf(job.shape(), pool)));
        long most = pools.values().stream()
                .mapToLong(each -> each)
                .max()
                .orElseGet(() -> amount(job.work().amount(), job.servers()));
        return new ServerTimeClaim(
                job.user(), most, UNDECIDED, Optional.ofNullable(job.terms().project()), Map.copyOf(pools), 0);
    }

    private static long cost(Reservation reservation) {
        return reservation
                .agreement()
                .price()
                .plus(reservation.agreement().fees())
                .millionths();
    }

    /** Claim that remains of a reservation when it closes: the time it has run, and the agreed price if it is owed. */
    static ServerTimeClaim used(Reservation reservation, long now, boolean isOwed) {
        long ran = reservation.isRunning()
                ? Math.min(now, reservation.window().end())
                        - reservation.window().start()
                : 0;
        return of(
                reservation,
                amount(Math.max(0, ran), reservation.placement().count()),
                isOwed && reservation.state() != Reservation.State.HELD ? cost(reservation) : 0);
    }

    /** The most that a job can take in a pool. */
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
