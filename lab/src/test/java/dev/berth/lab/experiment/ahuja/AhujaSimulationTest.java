package dev.berth.lab.experiment.ahuja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.User;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AhujaSimulationTest {
    private static final long HOUR = 3_600_000;
    private static final Pool FASTEST = AhujaWorkload.RESOURCES.get(1);

    private static User user(String name, int priority) {
        return new User(name, new Priority(priority));
    }

    private static Gridlet gridlet(long number, String user, long hours, double draw, long start) {
        return new Gridlet(new Request(number, user, hours * HOUR), draw, start * HOUR, 0, List.of(FASTEST));
    }

    /** Five jobs on the four elements of the fastest resource; the last but one reserves in advance. */
    @Test
    void measures_byHand() {
        AhujaWorkload workload = new AhujaWorkload(
                List.of(user("a", 10), user("b", 10), user("c", 1)),
                List.of(
                        gridlet(1, "a", 4, 99, 0),
                        gridlet(2, "a", 4, 99, 0),
                        gridlet(3, "b", 6, 99, 0),
                        gridlet(4, "b", 6, 99, 0),
                        gridlet(5, "c", 2, 99, 0),
                        gridlet(6, "b", 2, 5, 8),
                        gridlet(7, "b", 1, 5, 1)));
        AhujaRun result = AhujaSimulation.run(workload, AhujaReading.USUAL, AhujaOrder.FIRST_COME, null, 10);
        assertThat(result.rejections()).as("all are busy at 1").isEqualTo(1);
        assertThat(result.seeking()).isEqualTo(2);
        assertThat(result.rejectedWork()).isEqualTo(1 / 25.0, within(1e-12));
        assertThat(result.meanWaitHours()).isEqualTo((0 + 0 + 0 + 0 + 4 + 8) / 6.0, within(1e-12));
        assertThat(result.advanceWaitHours()).isEqualTo(8);
        assertThat(result.offsetHours()).isEqualTo(4 / 6.0, within(1e-12));
        assertThat(result.utilisation()).isEqualTo(24 / (47.0 * 24), within(1e-12));
        assertThat(result.ofPriority(10).meanWaitHours()).isZero();
        assertThat(result.ofPriority(10).worstWaitHours()).isZero();
        assertThat(result.ofPriority(1).worstWaitHours()).isEqualTo(4);
        assertThat(result.ofPriority(1).meanWaitHours()).isEqualTo(4);
        assertThat(result.ofPriority(5).jain()).as("nobody there").isEqualTo(1);
    }

    @Test
    void shortest_goFirst_andNIsKept() {
        AhujaWorkload workload = new AhujaWorkload(
                List.of(user("a", 10), user("c", 1)),
                List.of(
                        gridlet(1, "a", 4, 99, 0),
                        gridlet(2, "a", 3, 99, 0),
                        gridlet(3, "a", 2, 99, 0),
                        gridlet(4, "a", 1, 99, 0),
                        gridlet(5, "c", 5, 99, 0)));
        AhujaRun discarded = AhujaSimulation.run(workload, AhujaReading.USUAL, AhujaOrder.PAIRS, null, 0);
        assertThat(discarded.rejections()).isEqualTo(1);
        assertThat(discarded.meanWaitHours()).isZero();
        AhujaRun deferred = AhujaSimulation.run(workload, AhujaReading.USUAL, AhujaOrder.BERTH, "earliest", 0);
        assertThat(deferred.rejections()).isZero();
        assertThat(deferred.ofPriority(10).worstWaitHours())
                .as("decided in the round after ten minutes")
                .isEqualTo(1 / 6.0, within(1e-12));
    }

    @Test
    void merged_isByLength_thenByUser() {
        List<User> users = List.of(user("low", 1), user("high", 2), user("later", 2));
        List<Request> requests = List.of(
                new Request(1, "low", 5),
                new Request(2, "later", 5),
                new Request(3, "high", 5),
                new Request(4, "low", 4));
        Round round = AhujaOrder.MERGED.round(AhujaReading.USUAL.rules(), users, requests);
        assertThat(round.order()).extracting(Request::number).containsExactly(4L, 3L, 2L, 1L);
    }

    /** Simulated grid of the paper, with our additions. */
    @Test
    void workload_isAsDocumented() {
        assertThat(AhujaWorkload.RESOURCES).hasSize(5);
        assertThat(AhujaWorkload.RESOURCES.stream().mapToInt(Pool::servers).sum())
                .isEqualTo(47);
        AhujaWorkload workload = AhujaWorkload.of(5_000, 7, AhujaReading.USUAL);
        assertThat(workload)
                .isEqualTo(AhujaWorkload.of(5_000, 7, AhujaReading.USUAL))
                .isNotEqualTo(AhujaWorkload.of(5_000, 8, AhujaReading.USUAL));
        assertThat(workload.users()).hasSize(50);
        for (int level = 1; level <= 10; level++) {
            Priority priority = new Priority(level);
            assertThat(workload.users().stream().filter(u -> u.priority().equals(priority)))
                    .hasSize(5);
        }
        assertThat(workload.gridlets()).hasSize(5_000);
        for (User user : workload.users()) {
            assertThat(workload.gridlets().stream()
                            .filter(g -> g.request().user().equals(user.name())))
                    .hasSize(100);
        }
        assertThat(workload.users().getFirst().name())
                .isEqualTo(workload.gridlets().getFirst().request().user());
        double capacity = AhujaWorkload.RESOURCES.stream()
                .mapToDouble(pool -> pool.servers() * pool.rate().millionths() / 1e6)
                .sum();
        double work =
                workload.gridlets().stream().mapToDouble(g -> g.work().amount()).sum();
        assertThat(work / capacity / AhujaWorkload.DAY).isEqualTo(0.8, within(0.02));
        assertThat(workload.gridlets()).allMatch(g -> g.start() >= 1 && g.start() <= AhujaWorkload.DAY);
        assertThat(workload.gridlets().stream().filter(g -> g.seeksReservation(30)))
                .hasSizeBetween(1_400, 1_600)
                .containsAll(workload.gridlets().stream()
                        .filter(g -> g.seeksReservation(10))
                        .toList());
        double share = workload.gridlets().stream()
                        .filter(g -> g.resources().getFirst().servers() == 16)
                        .count()
                / 5_000.0;
        assertThat(share).as("by processing element").isEqualTo(16 / 47.0, within(0.03));
    }

    private static AhujaReading reading(String... choices) {
        Map<String, String> byName = new HashMap<>();
        for (String choice : choices) {
            byName.put(choice.split("=", -1)[0], choice.split("=", -1)[1]);
        }
        return AhujaReading.of(
                new Options(Scale.QUICK, 1, null, null, List.of(), Options.SimulatedSystem.PAPERS, null, byName));
    }

    /** Three hours reserved, four taken: the next on the same element starts an hour late, and the last two. */
    @Test
    void actualStarts_byHand() {
        ActualStarts starts = new ActualStarts();
        PoolId fast = FASTEST.id();
        for (int element = 0; element < 3; element++) {
            starts.add(placement(fast, 0, 9), 1);
        }
        starts.add(placement(fast, 3, 6), 4 / 3.0);
        starts.add(placement(fast, 0, 3), 4 / 3.0);
        starts.add(placement(fast, 6, 9), 0.5);
        assertThat(starts.delays(List.of(FASTEST))).isEqualTo(1.0 * HOUR + 2 * HOUR);
    }

    private static Placement placement(PoolId pool, long start, long end) {
        return new Placement(pool, 1, new Window(start * HOUR, end * HOUR), ServerSet.EMPTY);
    }

    /** Run times as reserved keep every guarantee; others do not. */
    @Test
    void delays_comeOfRunTimesAlone() {
        AhujaReading exact = reading("run-times=0");
        AhujaReading varying = reading("run-times=0.5");
        AhujaWorkload workload = AhujaWorkload.of(500, 3, exact);
        assertThat(workload).isEqualTo(AhujaWorkload.of(500, 3, varying));
        assertThat(AhujaSimulation.run(workload, exact, AhujaOrder.FIRST_COME, null, 20)
                        .delayHours())
                .isZero();
        assertThat(AhujaSimulation.run(workload, varying, AhujaOrder.FIRST_COME, null, 20)
                        .delayHours())
                .isPositive();
    }

    /** With levels ten apart the lower of two users of different levels waits until the other's N have gone on. */
    @Test
    void widePriorities_makeUsersDifferSignificantly() {
        AhujaReading wide = reading("priorities=wide");
        AhujaWorkload workload = AhujaWorkload.of(500, 3, wide);
        assertThat(workload.users()).extracting(user -> user.priority().level()).contains(1, 11, 91);
        assertThat(AhujaSimulation.run(workload, wide, AhujaOrder.PAIRS, null, 0)
                        .rejections())
                .isPositive();
        assertThat(AhujaSimulation.run(
                                AhujaWorkload.of(500, 3, AhujaReading.USUAL),
                                AhujaReading.USUAL,
                                AhujaOrder.PAIRS,
                                null,
                                0)
                        .rejections())
                .isZero();
    }

    @Test
    void load_isTheWorkOfAllJobs_andTheirDrawsStay() {
        AhujaWorkload usual = AhujaWorkload.of(500, 3, AhujaReading.USUAL);
        AhujaWorkload twice = AhujaWorkload.of(500, 3, reading("load=1.6"));
        assertThat(twice.users()).isEqualTo(usual.users());
        for (int job = 0; job < 500; job++) {
            assertThat(twice.gridlets().get(job).work().amount())
                    .isEqualTo(2 * usual.gridlets().get(job).work().amount());
            assertThat(twice.gridlets().get(job).start())
                    .isEqualTo(usual.gridlets().get(job).start());
        }
    }

    /** Neighbours differ by one level at most: only with SD 0 does N hold anybody back, and by how much it says. */
    @Test
    void significantDifferenceAndN_decideWhoIsDiscarded() {
        AhujaWorkload workload = AhujaWorkload.of(500, 3, AhujaReading.USUAL);
        assertThat(discarded(workload, "sd=1")).isZero();
        int three = discarded(workload, "sd=0");
        assertThat(three).isPositive();
        assertThat(discarded(workload, "sd=0", "n=1")).isGreaterThan(three);
        assertThat(discarded(workload, "sd=0", "n=10")).isZero();
    }

    private static int discarded(AhujaWorkload workload, String... choices) {
        return AhujaSimulation.run(workload, reading(choices), AhujaOrder.PAIRS, null, 0)
                .rejections();
    }

    @Test
    void sorting_isTheOrderOfEveryScheduler() {
        List<User> users = List.of(user("a", 10));
        List<Request> requests = List.of(new Request(1, "a", 5), new Request(2, "a", 9), new Request(3, "a", 1));
        for (AhujaOrder order : List.of(AhujaOrder.PAIRS, AhujaOrder.MERGED, AhujaOrder.BERTH)) {
            assertThat(numbers(order, "shortest", users, requests))
                    .as("%s", order)
                    .containsExactly(3L, 1L, 2L);
            assertThat(numbers(order, "longest", users, requests))
                    .as("%s", order)
                    .containsExactly(2L, 1L, 3L);
            assertThat(numbers(order, "first-come", users, requests))
                    .as("%s", order)
                    .containsExactly(1L, 2L, 3L);
        }
    }

    private static List<Long> numbers(AhujaOrder order, String sorting, List<User> users, List<Request> requests) {
        return order.round(reading("sorting=" + sorting).rules(), users, requests).order().stream()
                .map(Request::number)
                .toList();
    }

    @Test
    void merged_keepsGroupsApart() {
        List<User> users = List.of(user("low", 1), user("high", 20), user("like", 15));
        List<Request> requests =
                List.of(new Request(1, "low", 1), new Request(2, "high", 9), new Request(3, "like", 5));
        assertThat(AhujaOrder.MERGED
                        .round(AhujaReading.USUAL.rules(), users, requests)
                        .order())
                .extracting(Request::number)
                .containsExactly(3L, 2L, 1L);
    }

    /** The first half of the queue reserves in advance, whoever it is. */
    @Test
    void firstOfTheQueue_seekReservation() {
        AhujaReading first = reading("seeking=first");
        AhujaWorkload workload = new AhujaWorkload(
                List.of(user("a", 10), user("b", 10)), List.of(gridlet(1, "a", 4, 99, 3), gridlet(2, "b", 4, 0, 5)));
        AhujaRun run = AhujaSimulation.run(workload, first, AhujaOrder.FIRST_COME, null, 50);
        assertThat(run.seeking()).isEqualTo(1);
        assertThat(run.advanceWaitHours()).isEqualTo(3);
        assertThat(run.meanWaitHours()).isEqualTo(1.5);
    }

    @ParameterizedTest
    @EnumSource
    void everyJobIsTakenOrRejected_andTheSameAgain(AhujaOrder order) {
        AhujaWorkload workload = AhujaWorkload.of(300, 3, AhujaReading.USUAL);
        AhujaRun result = AhujaSimulation.run(workload, AhujaReading.USUAL, order, null, 30);
        assertThat(result.rejections()).isPositive().isLessThanOrEqualTo(result.seeking());
        assertThat(AhujaSimulation.run(workload, AhujaReading.USUAL, order, null, 30))
                .isEqualTo(result);
    }

    @Test
    void jain_knownCases() {
        assertThat(AhujaSimulation.jain(3, 3, 3)).isEqualTo(1, within(1e-12));
        assertThat(AhujaSimulation.jain(4, 0, 0, 0)).isEqualTo(0.25);
        assertThat(AhujaSimulation.jain(1, 3)).isEqualTo(16 / 20.0);
        assertThat(AhujaSimulation.jain(0, 0)).isEqualTo(1);
        assertThat(AhujaSimulation.jain()).isEqualTo(1);
    }
}
