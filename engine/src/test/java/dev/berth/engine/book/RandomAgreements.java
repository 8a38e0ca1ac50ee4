package dev.berth.engine.book;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import java.util.SplittableRandom;

/** Tariffs and renegotiations drawn from a seed. */
final class RandomAgreements {
    private final SplittableRandom random;

    RandomAgreements(SplittableRandom random) {
        this.random = random;
    }

    Command next(Book book, PoolId pool, ReservationId reservation) {
        return random.nextInt(6) == 0
                ? new Command.SetTariff(pool, tariff())
                : new Command.Adjust(reservation, adjustment(book, reservation));
    }

    Tariff tariff() {
        int flexibility = random.nextInt(600_000);
        int penalty = random.nextInt(1_000_001);
        return new Tariff(
                new Money(random.nextInt(20) * 500_000L),
                1 + random.nextInt(5),
                flexibility,
                random.nextInt(400_000),
                1 + random.nextInt(30),
                random.nextInt(3) == 0 ? 0 : random.nextInt(2_000_000),
                penalty,
                random.nextInt(penalty + 1));
    }

    Money budget() {
        return new Money(random.nextInt(60) * 1_000_000L);
    }

    private Adjustment adjustment(Book book, ReservationId id) {
        Job job = book.reservation(id).map(r -> r.job()).orElse(Job.of("none", 3, 5, 9));
        return switch (random.nextInt(7)) {
            case 0 -> new Adjustment.Fix();
            case 6 ->
                new Adjustment.Concede(
                        job.deadline() - 1 + random.nextInt(9), new Money(random.nextInt(12) * 500_000L));
            case 1 ->
                new Adjustment.Relax(
                        Math.max(0, job.ready() + 1 - random.nextInt(6)), job.deadline() - 1 + random.nextInt(9));
            case 2 -> new Adjustment.Move(random.nextInt(25) - 8);
            case 3 -> new Adjustment.Shrink(random.nextInt(4), random.nextInt(3) / 2);
            default -> new Adjustment.Extend(1 + random.nextInt(5), random.nextInt(2));
        };
    }
}
