package dev.berth.site;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.book.Book;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Work;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The server time that a reservation or a queued request takes for its user, and what it costs.
 *
 * @param amount in server-milliseconds, of which a slice of a host takes its share
 * @param start of the reservation; {@link #UNDECIDED} for a request that is still queued
 * @param project that it was booked for
 * @param pools the amount by pool: the one it is in, or all that a queued request may come to
 * @param parts the amount by part, in part-milliseconds; empty where servers have no parts
 * @param cost in millionths; 0 for a queued request, whose price nobody knows
 */
public record ServerTimeClaim(
        String user,
        long amount,
        long start,
        Optional<String> project,
        Map<String, Long> pools,
        Map<String, Long> parts,
        long cost) {
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
        PartTime time = PartTime.of(book);
        return book.reservation(id)
                .map(reservation -> of(time, reservation))
                // One without servers takes no capacity until it recovers.
                .or(() -> book.degraded(id).map(degraded -> of(time, degraded.reservation(), 0, 0)))
                .or(() -> book.queued(id).map(request -> queued(time, request.job(), book.pools())));
    }

    /** Claim that an offer would make. */
    public static ServerTimeClaim of(PartTime time, Offer offer) {
        return of(
                time,
                offer.job(),
                offer.placement(),
                offer.placement().window().length(),
                offer.price().millionths());
    }

    /** Claim of a reservation with servers. */
    public static ServerTimeClaim of(PartTime time, Reservation reservation) {
        return of(time, reservation, reservation.window().length(), cost(reservation));
    }

    private static ServerTimeClaim of(PartTime time, Reservation reservation, long length, long cost) {
        return of(time, reservation.job(), reservation.placement(), length, cost);
    }

    private static ServerTimeClaim of(PartTime time, Job job, Placement placement, long length, long cost) {
        Slice slice = placement.taken().slice();
        long amount = PartTime.shared(amount(length, placement.count()), time.share(slice, placement.pool()));
        Map<String, Long> parts = new TreeMap<>();
        time.taken(slice, placement.pool(), placement.count())
                .forEach((part, thousandths) -> parts.put(part, PartTime.amount(thousandths, length)));
        return new ServerTimeClaim(
                job.user(),
                amount,
                placement.window().start(),
                Optional.ofNullable(job.terms().project()),
                Map.of(placement.pool().name(), amount),
                parts,
                cost);
    }

    private static ServerTimeClaim queued(PartTime time, Job job, Collection<Pool> all) {
        Map<String, Long> pools = new HashMap<>();
        Map<String, Long> parts = new TreeMap<>();
        Slice slice = job.requirements().slice();
        all.stream()
                .filter(pool -> job.requirements().match(pool) && job.servers() <= pool.servers())
                .forEach(pool -> {
                    long most = mostOf(job.shape(), pool);
                    pools.put(pool.id().name(), PartTime.shared(most, time.share(slice, pool.id())));
                    time.taken(slice, pool.id(), 1)
                            .forEach((part, thousandths) ->
                                    parts.merge(part, PartTime.amount(thousandths, most), Math::max));
                });
        long most = pools.values().stream()
                .mapToLong(each -> each)
                .max()
                .orElseGet(() -> amount(job.work().amount(), job.servers()));
        return new ServerTimeClaim(
                job.user(), most, UNDECIDED, Optional.ofNullable(job.terms().project()), Map.copyOf(pools), parts, 0);
    }

    private static long cost(Reservation reservation) {
        return reservation
                .agreement()
                .price()
                .plus(reservation.agreement().fees())
                .millionths();
    }

    /** Claim that remains of a reservation when it closes: the time it has run, and the agreed price if it is owed. */
    static ServerTimeClaim used(PartTime time, Reservation reservation, long now, boolean isOwed) {
        long ran = reservation.isRunning()
                ? Math.min(now, reservation.window().end())
                        - reservation.window().start()
                : 0;
        return of(
                time,
                reservation,
                Math.max(0, ran),
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
