package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 200 random days of a site with a waiting list, against a twin that knows no calendar, no index and no search: it counts servers
 * in every quarter of an hour and goes through the whole list each time. It says who is served next, and when nobody is; where
 * exactly is up to the policy, and the twin only checks that there was room. It also says whether somebody who is booked could
 * still start early when another is served, and remembers who was passed over.
 */
class WaitlistTwinTest {
    private static final int DAYS = Integer.getInteger("berth.days", 200);
    private static final int QUARTERS = 96;
    private static final int HORIZON = 3 * QUARTERS;

    private static final Tariff TARIFF = new Tariff(Money.of("2"), 1, 0, 0, 1, 0, 0, 0, Amounts.NONE);

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "level", "prompt"})
    void randomDays_areServedAsTheTwinSays(String policy) {
        int joined = 0;
        int served = 0;
        int declined = 0;
        int passed = 0;
        int early = 0;
        for (long day = 1; day <= DAYS; day++) {
            Day run = new Day(policy, day);
            run.pass();
            joined += run.joined;
            served += run.served;
            declined += run.declined;
            passed += run.passed;
            early += run.early;
        }
        assertThat(joined).as("joined").isGreaterThan(5 * DAYS);
        assertThat(served).as("served").isGreaterThan(2 * DAYS);
        assertThat(declined).as("declined").isGreaterThan(DAYS / 4);
        assertThat(passed).as("passed over").isGreaterThan(DAYS / 2);
        assertThat(early).as("started early while somebody waited").isGreaterThan(DAYS / 10);
    }

    /** Somebody who waits, as the twin knows it. */
    private record Applicant(
            long number, int from, int by, int work, int servers, int budget, int until, int hold, int pool) {}

    private record Taken(int pool, int servers, int start, int end) {}

    private static final class Twin {
        /** Servers and rate (halves) of each pool, and what a server costs for a quarter at rate 1. */
        private final int[] servers = {3, 4};

        private final int[] halves = {2, 1};
        private final int[] price = {2, 0};
        private final Map<Long, Taken> taken = new TreeMap<>();
        private final List<Taken> out = new ArrayList<>();
        private final TreeMap<Long, Applicant> list = new TreeMap<>();
        /** Booked jobs that may start as soon as servers are free, and not before this time. */
        private final Map<Long, Integer> eager = new TreeMap<>();
        /** They keep their places, and are offered what comes free later within their time; here they may be served and need not. */
        private final Set<Long> passedOver = new TreeSet<>();

        private int free(int pool, int quarter) {
            int free = servers[pool];
            for (Taken each : taken.values()) {
                free -= each.pool() == pool && each.start() <= quarter && quarter < each.end() ? each.servers() : 0;
            }
            for (Taken each : out) {
                free -= each.pool() == pool && each.start() <= quarter && quarter < each.end() ? each.servers() : 0;
            }
            return free;
        }

        private int length(Applicant one, int pool) {
            return (2 * one.work() + halves[pool] - 1) / halves[pool];
        }

        private boolean fits(Applicant one, int now) {
            for (int pool = 0; pool < 2; pool++) {
                if ((one.pool() < 0 || one.pool() == pool) && fits(one, pool, now)) {
                    return true;
                }
            }
            return false;
        }

        private boolean fits(Applicant one, int pool, int now) {
            int length = length(one, pool);
            boolean affords =
                    one.budget() < 0 || one.budget() * 2 >= price[pool] * one.servers() * length * halves[pool];
            if (!affords || one.servers() > servers[pool]) {
                return false;
            }
            for (int start = Math.max(one.from(), now + one.hold()); start + length <= one.by(); start++) {
                boolean room = true;
                for (int quarter = start; quarter < start + length && room; quarter++) {
                    room = free(pool, quarter) >= one.servers();
                }
                if (room) {
                    return true;
                }
            }
            return false;
        }

        /** Whether a booked one that waits could start now, if its own servers were free. */
        private boolean mayStart(long id, int now) {
            Taken own = taken.get(id);
            if (own.start() <= now || eager.get(id) > now) {
                return false;
            }
            for (int quarter = now; quarter < now + own.end() - own.start(); quarter++) {
                boolean isOwn = own.start() <= quarter && quarter < own.end();
                if (free(own.pool(), quarter) + (isOwn ? own.servers() : 0) < own.servers()) {
                    return false;
                }
            }
            return true;
        }

        /** The number of who is next behind one that was looked at; 0 if nobody fits. */
        private long next(int now, long after) {
            for (Applicant one : list.tailMap(after, false).values()) {
                if (one.until() > now && !passedOver.contains(one.number()) && fits(one, now)) {
                    return one.number();
                }
            }
            return 0;
        }

        private void close(long id) {
            taken.remove(id);
            eager.remove(id);
        }

        private void put(Reservation reservation, String where) {
            if (reservation.isWaiting() && reservation.job().terms().notice() != null) {
                eager.put(reservation.id().number(), (int) reservation.job().ready());
            }
            int pool = reservation.placement().pool().equals(new PoolId("p0")) ? 0 : 1;
            Window window = reservation.window();
            taken.put(
                    reservation.id().number(),
                    new Taken(pool, reservation.placement().count(), (int) window.start(), (int) window.end()));
            for (int quarter = (int) window.start(); quarter < window.end(); quarter++) {
                assertThat(free(pool, quarter))
                        .as("room at %d: %s", quarter, where)
                        .isNotNegative();
            }
        }
    }

    private static final class Day {
        private final SplittableRandom random;
        private final Book book;
        private final Twin twin = new Twin();
        private final String where;
        private final List<ReservationId> servedOnes = new ArrayList<>();
        private int jobs;
        private int joined;
        private int served;
        private int declined;
        private int passed;
        private int early;
        private final boolean startsEarly;

        Day(String policy, long day) {
            this.random = new SplittableRandom(day * 7919);
            this.where = policy + ", day " + day;
            this.startsEarly = random.nextBoolean();
            this.book = new Book(policy, "direct", startsEarly);
            book.submit(new Command.AddPool(new Pool("p0", 3, "1")));
            book.submit(new Command.AddPool(new Pool("p1", 4, "0.5")));
            book.submit(new Command.SetTariff(new PoolId("p0"), TARIFF));
        }

        void pass() {
            for (int step = 0; step < 150; step++) {
                Command command = next();
                Decision decision = book.submit(command);
                declined += command instanceof Command.Decline && decision instanceof Accepted ? 1 : 0;
                follow(decision, step);
                serve(step);
            }
        }

        private Command next() {
            int now = (int) book.now();
            List<Reservation> open = book.reservations().stream()
                    .sorted((one, other) -> one.id().compareTo(other.id()))
                    .toList();
            Reservation some = open.isEmpty() ? null : open.get(random.nextInt(open.size()));
            return switch (random.nextInt(24)) {
                case 0, 1 -> new Command.Advance(Math.min(HORIZON, now + random.nextInt(4)));
                case 2, 3 -> some == null ? new Command.Advance(now) : new Command.Cancel(some.id());
                case 4 -> some == null ? new Command.Advance(now) : new Command.Finish(some.id());
                case 5 -> some == null ? new Command.Advance(now) : new Command.NoShow(some.id());
                case 6 ->
                    some == null
                            ? new Command.Advance(now)
                            : new Command.Adjust(
                                    some.id(), new Adjustment.Shrink(random.nextInt(3), random.nextInt(2)));
                case 7 ->
                    servedOnes.isEmpty() ? new Command.Advance(now) : new Command.Decline(servedOnes.removeLast());
                case 8 -> new Command.Leave(new WaiterId(1 + random.nextInt(20)));
                case 9 -> outage(now);
                case 10 -> new Command.Restore(new PoolId("p" + random.nextInt(2)), ServerSet.of(random.nextInt(3)));
                case 11, 12, 13, 14, 15, 16, 17 -> new Command.Reserve(job(now));
                default ->
                    new Command.Await(
                            job(now), now + 1 + random.nextInt(60), random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0);
            };
        }

        /** For ever, so that counting the servers is enough. */
        private Command outage(int now) {
            return new Command.Drain(
                    new PoolId("p" + random.nextInt(2)),
                    ServerSet.of(random.nextInt(3)),
                    new Window(now, Window.FOREVER),
                    false);
        }

        private Job job(int now) {
            int work = 1 + random.nextInt(10);
            int ready = now + random.nextInt(30);
            int by = Math.min(HORIZON, ready + work + random.nextInt(random.nextBoolean() ? 3 : 40));
            Job job = Job.of("j" + jobs++, ready, work, Math.max(ready, by), 1 + random.nextInt(3));
            if (random.nextInt(4) == 0) {
                job = job.requiring(Requirements.pool("p" + random.nextInt(2)));
            }
            if (random.nextInt(4) > 0) {
                job = job.whenFree();
            }
            return random.nextInt(3) == 0
                    ? job.under(job.terms().withBudget(new Money(1_000_000L * random.nextInt(40))))
                    : job;
        }

        private void serve(int step) {
            String at = "%s, step %d".formatted(where, step);
            long looked = 0;
            while (book.hasFreed()) {
                int now = (int) book.now();
                Accepted decision = (Accepted) book.decide(new Command.Serve());
                long chosen = decision.events().stream()
                        .filter(Event.Waitlist.class::isInstance)
                        .map(event -> ((Event.Waitlist) event).turn())
                        .filter(WaitlistTurn.Served.class::isInstance)
                        .mapToLong(turn -> ((WaitlistTurn.Served) turn).waiter().number())
                        .sum();
                if (chosen > 0 && random.nextInt(5) == 0 && decision.events().size() == 2) {
                    // As if a quota forbade it.
                    isNext(chosen, now, looked, at);
                    book.submit(new Command.PassOver(new WaiterId(chosen)));
                    twin.passedOver.add(chosen);
                    looked = chosen;
                    passed++;
                    continue;
                }
                for (Event event : decision.events()) {
                    if (event instanceof Event.StartsEarly) {
                        // Something comes free, and all are looked at again.
                        looked = 0;
                        early++;
                    }
                    if (event instanceof Event.Waitlist(WaitlistTurn.Served served)) {
                        isNext(served.waiter().number(), now, looked, at);
                        nobodyCouldStartEarly(at, now);
                        looked = served.waiter().number();
                    }
                    if (event instanceof Event.Waitlist(WaitlistTurn.CaughtUp caughtUp)) {
                        assertThat(twin.next(now, looked))
                                .as("%s: nobody is left", at)
                                .isZero();
                        nobodyCouldStartEarly(at, now);
                    }
                    book.apply(event);
                    follow(event, at);
                }
            }
        }

        private void isNext(long chosen, int now, long looked, String at) {
            long next = twin.next(now, looked);
            if (twin.passedOver.contains(chosen)) {
                assertThat(twin.fits(twin.list.get(chosen), now)).as(at).isTrue();
                assertThat(next == 0 || next > chosen).as(at).isTrue();
            } else {
                assertThat(chosen)
                        .as("%s at %d: next of %s", at, now, twin.list.values())
                        .isEqualTo(next);
            }
        }

        private void nobodyCouldStartEarly(String at, int now) {
            if (startsEarly) {
                assertThat(twin.eager.keySet().stream().filter(id -> twin.mayStart(id, now)))
                        .as("%s: could start at %d", at, now)
                        .isEmpty();
            }
        }

        private void follow(Decision decision, int step) {
            if (decision instanceof Accepted accepted) {
                accepted.events().forEach(event -> follow(event, where + ", step " + step));
            }
        }

        private void follow(Event event, String at) {
            switch (event) {
                case Event.Closed e -> twin.close(e.reservation().number());
                case Event.Reserved e -> twin.put(e.reservation(), at);
                case Event.Held e -> twin.put(e.reservation(), at);
                case Event.Changed e -> twin.put(e.reservation(), at);
                case Event.StartsEarly e -> twin.put(e.reservation(), at);
                case Event.Started e -> twin.eager.remove(e.reservation().number());
                case Event.OutagePlanned e ->
                    twin.out.add(out(e.pool(), e.outage().window()));
                case Event.OutageEnded e ->
                    twin.out.remove(out(e.pool(), e.outage().window()));
                case Event.Waitlist e -> turn(e.turn());
                default -> {}
            }
        }

        private static Taken out(PoolId pool, Window window) {
            return new Taken(pool.equals(new PoolId("p0")) ? 0 : 1, 1, (int) window.start(), Integer.MAX_VALUE);
        }

        private void turn(WaitlistTurn turn) {
            switch (turn) {
                case WaitlistTurn.Joined t -> {
                    joined++;
                    Job job = t.waiter().job();
                    PoolId pool = job.requirements().pool();
                    Money budget = job.terms().budget();
                    Applicant one = new Applicant(
                            t.waiter().id().number(),
                            (int) job.ready(),
                            (int) job.deadline(),
                            (int) job.work().amount(),
                            job.servers(),
                            budget == null ? -1 : (int) (budget.millionths() / 1_000_000),
                            (int) t.waiter().until(),
                            (int) t.waiter().hold(),
                            pool == null ? -1 : pool.name().charAt(1) - '0');
                    twin.list.put(one.number(), one);
                }
                case WaitlistTurn.Served t -> {
                    served++;
                    servedOnes.add(t.reservation());
                    twin.list.remove(t.waiter().number());
                }
                case WaitlistTurn.Left t -> twin.list.remove(t.waiter().number());
                case WaitlistTurn.LookedTo t -> {}
                case WaitlistTurn.CaughtUp t -> {}
            }
        }
    }
}
