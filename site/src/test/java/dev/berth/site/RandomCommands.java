package dev.berth.site;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Commands drawn from a seed, most of them sensible for the site at hand and some of them not. */
final class RandomCommands {
    final SplittableRandom random;
    private int jobs;

    RandomCommands(long seed) {
        this.random = new SplittableRandom(seed);
    }

    Command next(View view) {
        if (view.pools().size() < 2) {
            return addPool();
        }
        return switch (random.nextInt(29)) {
            case 0 -> addPool();
            case 1 -> new Command.AddServers(pool(), random.nextInt(3), view.now() + random.nextInt(9));
            case 2 -> new Command.Hold(job(view), view.now() + random.nextInt(20));
            case 3 -> new Command.Confirm(reservation(view));
            case 4 -> new Command.Cancel(reservation(view));
            case 5 -> new Command.Finish(reservation(view));
            case 6 -> new Command.Change(reservation(view), job(view));
            case 7 -> new Command.Adjust(reservation(view), adjustment());
            case 8 -> new Command.NameServers(pool());
            case 9 -> new Command.Fail(pool(), servers());
            case 10, 11 -> new Command.Restore(pool(), servers());
            case 12 -> {
                long start = view.now() + random.nextInt(30);
                yield new Command.Drain(
                        pool(), servers(), new Window(start, start + 1 + random.nextInt(20)), random.nextInt(4) == 0);
            }
            case 13 -> {
                OverrunPolicy[] policies = OverrunPolicy.values();
                yield new Command.Overrun(
                        reservation(view), 1 + random.nextInt(9), policies[random.nextInt(policies.length)]);
            }
            case 14 ->
                new Command.SetTariff(
                        pool(),
                        new Tariff(Money.of("1." + random.nextInt(99)), 10, 200_000, 100_000, 50, 0, 300_000, 5));
            case 15, 16 ->
                new Command.QueueOpportunist(
                        new JobId("o" + jobs++), "", 1, new Work(1 + random.nextInt(30)), Requirements.NONE);
            case 17 ->
                random.nextBoolean()
                        ? new Command.CancelOpportunist(new OpportunistId(1 + random.nextInt(10)))
                        : new Command.FinishOpportunist(new OpportunistId(1 + random.nextInt(10)));
            case 18 -> new Command.Replace(List.of(reservation(view)), List.of(job(view), job(view)));
            case 19 -> new Command.SetRounds(rounds());
            case 20, 21, 22, 23 -> new Command.Enqueue(job(view), new Priority(1 + random.nextInt(12)));
            case 24 -> new Command.Cancel(new ReservationId(1 + random.nextInt(40)));
            default -> new Command.Reserve(job(view));
        };
    }

    private Rounds rounds() {
        Sorting[] sortings = Sorting.values();
        return new Rounds(
                1 + random.nextInt(20),
                new Rules(
                        random.nextInt(4),
                        1 + random.nextInt(2),
                        sortings[random.nextInt(sortings.length)],
                        random.nextInt(3) == 0 ? new Excess.Discard() : new Excess.Defer(1 + random.nextInt(3))));
    }

    private Command addPool() {
        return new Command.AddPool(
                new Pool(pool(), 1 + random.nextInt(4), Rate.of(random.nextBoolean() ? "0.5" : "1"), Map.of("a", "b")));
    }

    private Job job(View view) {
        long ready = view.now() + random.nextInt(25);
        long work = 1 + random.nextInt(15);
        Job job = Job.of("j" + jobs++, ready, work, ready + work + random.nextInt(30), 1 + random.nextInt(4) / 3);
        return switch (random.nextInt(8)) {
            case 0 -> job.shaped(new Shape.Stay(1, work));
            case 1 -> job.shaped(new Shape.Divisible(1, 4, new Work(work), 100_000));
            case 2 -> job.under(new Terms(Money.of("20"), random.nextInt(101), null));
            case 3 -> job.requiring(Requirements.attribute("a", "b"));
            default -> job;
        };
    }

    private Adjustment adjustment() {
        return switch (random.nextInt(6)) {
            case 0 -> new Adjustment.Fix();
            case 5 -> new Adjustment.Concede(100 + random.nextInt(100), Money.of("0.50"));
            case 1 -> new Adjustment.Relax(random.nextInt(50), 100 + random.nextInt(100));
            case 2 -> new Adjustment.Move(random.nextInt(20) - 10);
            case 3 -> new Adjustment.Extend(1 + random.nextInt(5));
            default -> new Adjustment.Shrink(random.nextInt(3), 0);
        };
    }

    private ReservationId reservation(View view) {
        List<ReservationId> open = view.reservations().stream()
                .map(Reservation::id)
                .sorted(Comparator.naturalOrder())
                .toList();
        return open.isEmpty() || random.nextInt(15) == 0
                ? new ReservationId(1 + random.nextInt(100))
                : open.get(random.nextInt(open.size()));
    }

    private PoolId pool() {
        return new PoolId("p" + random.nextInt(3));
    }

    private ServerSet servers() {
        return ServerSet.of(random.nextInt(4));
    }
}
