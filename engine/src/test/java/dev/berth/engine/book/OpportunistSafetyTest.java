package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.opportunistic.Turn;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random command sequences with opportunistic jobs among them. {@link SafetyProperties} hold as ever; beside them
 * {@code noServerTwice} for the opportunistic jobs as well, {@code noIdleServerThatIsWanted}, {@code noWorkInvented},
 * {@code reservationsAreUndisturbed} and {@code splitAdvanceIsTheSame}.
 */
class OpportunistSafetyTest {
    private static final int SEQUENCES = Integer.getInteger("berth.sequences", 100);
    private static final int LENGTH = 60;

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Command opportunistic(SplittableRandom random, Book book) {
        if (random.nextInt(6) == 0) {
            OpportunistId id = new OpportunistId(1 + random.nextInt(12));
            return random.nextBoolean() ? new Command.CancelOpportunist(id) : new Command.FinishOpportunist(id);
        }
        Requirements requirements = switch (random.nextInt(8)) {
            case 0 -> Requirements.attribute("parity", random.nextBoolean() ? "odd" : "none");
            case 1 -> Requirements.pool("p" + random.nextInt(4));
            default -> Requirements.NONE;
        };
        int servers = 1 + (random.nextInt(2) == 0 ? random.nextInt(4) : 0);
        Optional<ServerSet> among = requirements.pool() == null || random.nextBoolean()
                ? Optional.empty()
                : Optional.of(ServerSet.of(IntStream.range(0, 6)
                        .filter(server -> random.nextBoolean())
                        .toArray()));
        return new Command.QueueOpportunist(
                new JobId("o" + book.now()), "ann", servers, new Work(1 + random.nextInt(25)), requirements, among);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void randomSequences_keepEveryProperty(String policy) {
        int turns = 0;
        int preempted = 0;
        List<Long> seeds = Sequences.of(SEQUENCES, policy);
        for (long seed : seeds) {
            String where = policy + ", seed " + seed;
            SplittableRandom random = new SplittableRandom(-seed);
            RandomCommands commands = new RandomCommands(seed);
            SafetyProperties safety = new SafetyProperties(new Book(policy), where);
            Book without = new Book(policy);
            WorkDone work = new WorkDone(where);
            for (int step = 0; step < LENGTH; step++) {
                boolean own = random.nextInt(4) == 0 && !safety.book().pools().isEmpty();
                Command command = own ? opportunistic(random, safety.book()) : commands.next(safety.book());
                Decision decision = safety.step(command);
                if (!own) {
                    assertThat(withoutOpportunists(decision))
                            .as("reservationsAreUndisturbed: %s, %s", where, command)
                            .isEqualTo(without.submit(command));
                }
                work.follow(command, decision);
                noServerTwice(safety.book(), where + ", " + command);
                if (command instanceof Command.Advance && decision instanceof Accepted) {
                    noIdleServerThatIsWanted(safety.book(), where);
                }
                if (random.nextInt(10) == 0) {
                    safety.continueFromSnapshot();
                    SplitAdvance.isTheSame(safety.book(), random, where);
                }
            }
            turns += work.turns;
            preempted += work.preempted;
            safety.end();
        }
        if (Sequences.ARE_ALL) {
            assertThat(turns).as("turns").isGreaterThan(10 * SEQUENCES);
            assertThat(preempted).as("preempted").isGreaterThan(SEQUENCES);
        }
    }

    private static Decision withoutOpportunists(Decision decision) {
        return decision instanceof Accepted accepted
                ? new Accepted(
                        accepted.events().stream()
                                .filter(event -> !(event instanceof Event.Opportunistic))
                                .toList(),
                        accepted.quote())
                : decision;
    }

    /** The servers of a pool that reservations run on or that are out now. */
    private static BitSet taken(Book book, Pool pool) {
        BitSet taken = new BitSet();
        for (Reservation reservation : book.reservations()) {
            if (reservation.isRunning() && reservation.placement().pool().equals(pool.id())) {
                reservation.placement().servers().forEach(taken::set);
            }
        }
        book.outages(pool.id()).stream()
                .filter(outage ->
                        outage.window().start() <= book.now() && outage.window().end() > book.now())
                .forEach(outage -> taken.set(outage.server()));
        return taken;
    }

    private static void noServerTwice(Book book, String where) {
        for (Pool pool : book.pools()) {
            BitSet taken = taken(book, pool);
            for (Stint stint : book.runningOpportunists()) {
                if (stint.pool().equals(pool.id())) {
                    assertThat(stint.servers().size())
                            .as(where)
                            .isEqualTo(stint.opportunist().servers());
                    assertThat(stint.opportunist().requirements().match(pool))
                            .as(where)
                            .isTrue();
                    stint.servers().forEach(server -> {
                        assertThat(stint.opportunist().among().filter(among -> !among.contains(server)))
                                .as("only on servers that it may have: %s, %s", where, stint)
                                .isEmpty();
                        assertThat(server).as(where).isLessThan(pool.servers());
                        assertThat(taken.get(server))
                                .as("noServerTwice: %s: server %d, %s", where, server, stint)
                                .isFalse();
                        taken.set(server);
                    });
                }
            }
        }
    }

    private static void noIdleServerThatIsWanted(Book book, String where) {
        for (Pool pool : book.pools()) {
            BitSet taken = taken(book, pool);
            book.runningOpportunists().stream()
                    .filter(stint -> stint.pool().equals(pool.id()))
                    .forEach(stint -> stint.servers().forEach(taken::set));
            for (Opportunist queued : book.queuedOpportunists()) {
                long idle = IntStream.range(0, pool.servers())
                        .filter(server -> !taken.get(server)
                                && queued.among()
                                        .filter(among -> !among.contains(server))
                                        .isEmpty())
                        .count();
                assertThat(queued.servers() > idle || !queued.requirements().match(pool))
                        .as("noIdleServerThatIsWanted: %s, %s, %s", where, pool, queued)
                        .isTrue();
            }
        }
    }

    /** Follows what each opportunistic job has left, by the model's own arithmetic: elapsed x rate, rounded down. */
    private static final class WorkDone {
        private final String where;
        private final Map<OpportunistId, Long> left = new HashMap<>();
        private final Map<OpportunistId, Turn.Began> running = new HashMap<>();
        private int turns;
        private int preempted;
        /** Whether somebody said that a job is done, whatever was left of it. */
        private boolean finished;

        WorkDone(String where) {
            this.where = where;
        }

        void follow(Command command, Decision decision) {
            finished = command instanceof Command.FinishOpportunist;
            List<Event> events = decision instanceof Accepted accepted ? accepted.events() : List.of();
            for (Event event : events) {
                if (event instanceof Event.Opportunistic opportunistic) {
                    turns++;
                    follow(opportunistic.turn());
                }
            }
        }

        private void follow(Turn turn) {
            switch (turn) {
                case Turn.Queued t ->
                    left.put(t.opportunist().id(), t.opportunist().left().amount());
                case Turn.Began t -> running.put(t.opportunist(), t);
                case Turn.Preempted t -> {
                    preempted++;
                    Turn.Began began = running.remove(t.opportunist());
                    long done = left.get(t.opportunist()) - t.left().amount();
                    long possible = (t.at() - began.at()) * began.rate().millionths();
                    assertThat(done)
                            .as("noWorkInvented: %s, %s", where, t)
                            .isBetween(0L, possible / 1_000_000)
                            .isEqualTo(possible / 1_000_000);
                    left.put(t.opportunist(), t.left().amount());
                }
                case Turn.Ended t -> {
                    Turn.Began began = running.remove(t.opportunist());
                    long wanted = left.remove(t.opportunist()) * 1_000_000;
                    if (finished) {
                        return;
                    }
                    long elapsed = t.at() - began.at();
                    assertThat(elapsed * began.rate().millionths())
                            .as("noWorkInvented: %s, %s", where, t)
                            .isGreaterThanOrEqualTo(wanted);
                    assertThat((elapsed - 1) * began.rate().millionths())
                            .as("ends as soon as it is done: %s, %s", where, t)
                            .isLessThan(wanted);
                }
                case Turn.Cancelled t -> {
                    left.remove(t.opportunist());
                    running.remove(t.opportunist());
                }
            }
        }
    }
}
