package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random command sequences with jobs that wait for room. {@link SafetyProperties} hold as ever, replay, undo and snapshots
 * included; beside them {@code nobodyWaitsForWhatIsFree}, {@code servedInTheOrderOfTheList}, {@code servedByTheRulesOfABooking},
 * {@code nobodyIsServedTooLate}, {@code whoWaitsHoldsNoCapacity} and {@code splitAdvanceIsTheSame}.
 */
class WaitlistSafetyTest {
    private static final int SEQUENCES = Integer.getInteger("berth.sequences", 20);
    private static final int LENGTH = 80;

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Command waiting(SplittableRandom random, Book book, Job job) {
        return switch (random.nextInt(10)) {
            case 0 -> new Command.Leave(new WaiterId(1 + random.nextInt(20)));
            case 1 ->
                new Command.Decline(book.reservations().stream()
                        .map(Reservation::id)
                        .min(ReservationId::compareTo)
                        .orElse(new ReservationId(1)));
            default ->
                new Command.Await(
                        job, book.now() + random.nextInt(60), random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 0);
        };
    }

    @ParameterizedTest
    @MethodSource("policies")
    void randomSequences_keepEveryProperty(String policy) {
        Map<String, Integer> seen = new HashMap<>();
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            sequence(policy, seed, Admissions.DEFAULT, seen);
        }
        assertThat(seen.get("Joined")).as("joined").isGreaterThan(SEQUENCES);
        assertThat(seen.get("Served")).as("served").isGreaterThan(SEQUENCES / 4);
        assertThat(seen.get("Left")).as("left").isPositive();
        assertThat(seen.get("held")).as("held").isPositive();
    }

    /** Where an admission policy moves those who wait, whoever fits is found by it, and the order holds as well. */
    @ParameterizedTest
    @MethodSource("admissions")
    void randomSequences_keepEveryPropertyWithEveryAdmissionPolicy(String admission) {
        Map<String, Integer> seen = new HashMap<>();
        for (long seed = 1; seed <= SEQUENCES / 4; seed++) {
            sequence(Calendars.DEFAULT, -seed, admission, seen);
        }
        assertThat(seen.get("Served")).as("served").isPositive();
    }

    static Stream<String> admissions() {
        return Admissions.names().stream();
    }

    private static void sequence(String policy, long seed, String admission, Map<String, Integer> seen) {
        String where = policy + ", " + admission + ", seed " + seed;
        SplittableRandom random = new SplittableRandom(seed * 31);
        RandomCommands commands = new RandomCommands(seed);
        SafetyProperties safety = new SafetyProperties(new Book(policy, admission), where);
        for (int step = 0; step < LENGTH; step++) {
            Book book = safety.book();
            boolean own = random.nextInt(2) == 0 && !book.pools().isEmpty();
            Command command = own ? waiting(random, book, commands.job(book)) : commands.next(book);
            see(safety.step(command), seen);
            while (safety.book().hasFreed()) {
                if (random.nextInt(8) == 0) {
                    safety.continueFromSnapshot();
                }
                boolean direct = admission.equals(Admissions.DEFAULT);
                serve(safety, where + ", step " + step, direct, seen);
            }
            if (random.nextInt(10) == 0) {
                whoWaitsHoldsNoCapacity(safety.book(), commands.job(safety.book()), where);
                safety.continueFromSnapshot();
                SplitAdvance.isTheSame(safety.book(), random, where);
            }
        }
        safety.end();
    }

    private static void serve(SafetyProperties safety, String where, boolean direct, Map<String, Integer> seen) {
        Book before = Book.restore(safety.book().snapshot());
        Decision decision = safety.step(new Command.Serve());
        see(decision, seen);
        for (Event event : ((Accepted) decision).events()) {
            if (event instanceof Event.Waitlist(WaitlistTurn.Served served)) {
                Waiter waiter = before.waiter(served.waiter()).orElseThrow();
                assertThat(before.now())
                        .as("nobodyIsServedTooLate: %s, %s", where, waiter)
                        .isLessThan(waiter.until());
                if (direct) {
                    assertThat(before.waiters().stream()
                                    .takeWhile(other -> !other.equals(waiter))
                                    .filter(other -> fits(before, other)))
                            .as("servedInTheOrderOfTheList: %s, %s", where, waiter)
                            .isEmpty();
                }
                assertThat(place(before, waiter))
                        .as("servedByTheRulesOfABooking: %s, %s", where, waiter)
                        .isInstanceOfSatisfying(
                                Accepted.class,
                                alone ->
                                        assertThat(alone.reservation()).isEqualTo(((Accepted) decision).reservation()));
                if (waiter.isHeld()) {
                    seen.merge("held", 1, Integer::sum);
                }
                return;
            }
            before.apply(event);
        }
        if (direct) {
            Book after = safety.book();
            assertThat(after.waiters().stream().filter(waiter -> fits(after, waiter)))
                    .as("nobodyWaitsForWhatIsFree: %s", where)
                    .isEmpty();
        }
    }

    private static boolean fits(Book book, Waiter waiter) {
        long earliest = waiter.earliest(book.now());
        return earliest <= waiter.job().deadline()
                && waiter.until() > book.now()
                && place(book, waiter) instanceof Accepted;
    }

    private static Decision place(Book book, Waiter waiter) {
        Job job = waiter.job().within(waiter.earliest(book.now()), waiter.job().deadline());
        return waiter.isHeld()
                ? book.decide(new Command.Hold(job, book.now() + waiter.hold()))
                : book.decide(new Command.Reserve(waiter.job()));
    }

    /** Whatever is asked is decided as if nobody waited. */
    private static void whoWaitsHoldsNoCapacity(Book book, Job job, String where) {
        Book without = Book.restore(book.snapshot());
        List.copyOf(without.waiters()).forEach(waiter -> without.submit(new Command.Leave(waiter.id())));
        assertThat(without.decide(new Command.Reserve(job)))
                .as("whoWaitsHoldsNoCapacity: %s, %s", where, job)
                .isEqualTo(book.decide(new Command.Reserve(job)));
    }

    private static void see(Decision decision, Map<String, Integer> seen) {
        switch (decision) {
            case Accepted accepted ->
                accepted.events().forEach(event -> {
                    if (event instanceof Event.Waitlist waitlist) {
                        seen.merge(waitlist.turn().getClass().getSimpleName(), 1, Integer::sum);
                    }
                });
            case Refused refused -> assertThat(refused.refusal()).isNotInstanceOf(Refusal.TooCostly.class);
            case Decision.Report report -> {}
        }
    }
}
