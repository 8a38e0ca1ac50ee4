package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random command sequences with queued requests and opportunistic jobs among them. {@link SafetyProperties} hold as ever;
 * beside them {@code everyRequestIsDecidedWithinTheMostRounds}, {@code whatIsQueuedHoldsNoCapacity} (by the properties of
 * the capacity) and {@code splitAdvanceIsTheSame}.
 */
class QueueingSafetyTest {
    private static final int SEQUENCES = Integer.getInteger("berth.sequences", 20);
    private static final int LENGTH = 80;

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Command queueing(SplittableRandom random, Book book) {
        return switch (random.nextInt(12)) {
            case 0 -> new Command.Cancel(new ReservationId(1 + random.nextInt(30)));
            case 1 -> new Command.Confirm(new ReservationId(1 + random.nextInt(30)));
            case 2 ->
                new Command.QueueOpportunist(
                        new JobId("o"),
                        "ann",
                        1 + random.nextInt(2),
                        new Work(1 + random.nextInt(25)),
                        Requirements.NONE);
            default -> new Command.Enqueue(job(random, book.now()), new Priority(1 + random.nextInt(12)));
        };
    }

    private static Job job(SplittableRandom random, long now) {
        long work = 1 + random.nextInt(12);
        long ready = now + random.nextInt(12);
        Job job = Job.of("q", ready, work, ready + work + random.nextInt(40), 1 + random.nextInt(2));
        Terms terms = random.nextInt(4) == 0 ? Terms.fixAfter(random.nextInt(101)) : Terms.NONE;
        return new Job(job.id(), "u" + random.nextInt(4), ready, job.deadline(), job.shape(), Requirements.NONE, terms);
    }

    private static Rounds rounds(SplittableRandom random) {
        Sorting[] sortings = Sorting.values();
        return new Rounds(
                1 + random.nextInt(15),
                new Rules(
                        random.nextInt(5),
                        1 + random.nextInt(2),
                        sortings[random.nextInt(sortings.length)],
                        random.nextInt(4) == 0 ? new Excess.Discard() : new Excess.Defer(1 + random.nextInt(3))));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void randomSequences_keepEveryProperty(String policy) {
        List<String> modes = List.copyOf(Admissions.names());
        Map<String, Integer> seen = new HashMap<>();
        for (long seed : Sequences.of(SEQUENCES, policy)) {
            String mode = modes.get((int) (seed % modes.size()));
            String where = policy + ", " + mode + ", seed " + seed;
            SplittableRandom random = new SplittableRandom(~seed);
            RandomCommands commands = new RandomCommands(seed);
            SafetyProperties safety = new SafetyProperties(new Book(policy, mode), where);
            Rounds rounds = rounds(random);
            safety.step(new Command.SetRounds(rounds));
            for (int step = 0; step < LENGTH; step++) {
                boolean own = random.nextInt(3) == 0;
                Decision decision = safety.step(own ? queueing(random, safety.book()) : commands.next(safety.book()));
                count(decision, seen);
                everyRequestIsDecidedWithinTheMostRounds(safety.book(), rounds, where);
                if (random.nextInt(10) == 0) {
                    safety.continueFromSnapshot();
                    SplitAdvance.isTheSame(safety.book(), random, where);
                }
            }
            safety.end();
        }
        if (Sequences.ARE_ALL) {
            assertThat(seen.get("Queued")).as("queued").isGreaterThan(5 * SEQUENCES);
            assertThat(seen.get("Reserved by Advance")).as("granted").isGreaterThan(SEQUENCES);
            assertThat(seen.get("TurnedAway")).as("turned away").isGreaterThan(SEQUENCES / 2);
            assertThat(seen.get("Deferred")).as("deferred").isGreaterThan(SEQUENCES / 4);
        }
    }

    private static void count(Decision decision, Map<String, Integer> seen) {
        if (decision instanceof Accepted accepted) {
            boolean passing = accepted.events().stream().anyMatch(Event.TimeAdvanced.class::isInstance);
            for (Event event : accepted.events()) {
                String kind = event.getClass().getSimpleName();
                seen.merge(passing && event instanceof Event.Reserved ? kind + " by Advance" : kind, 1, Integer::sum);
            }
        }
    }

    private static void everyRequestIsDecidedWithinTheMostRounds(Book book, Rounds rounds, String where) {
        for (Queued queued : book.queued()) {
            assertThat(queued.deferrals()).as(where).isLessThan(rounds.rules().mostRounds());
            assertThat(book.now())
                    .as("everyRequestIsDecidedWithinTheMostRounds: %s, %s", where, queued)
                    .isLessThan(rounds.endAfter(queued.since())
                            + rounds.length() * (rounds.rules().mostRounds() - 1L));
            assertThat(book.reservation(queued.id())).as(where).isEmpty();
        }
    }
}
