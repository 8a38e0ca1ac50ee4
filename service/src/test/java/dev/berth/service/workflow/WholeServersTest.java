package dev.berth.service.workflow;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Bookings;
import dev.berth.service.workflow.TaskReport.Happening;
import dev.berth.service.workflow.TaskReport.Then;
import dev.berth.service.workflow.TaskStanding.State;
import dev.berth.wire.problem.Code;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two chains a-b and c-d of an hour each task, on a pool of three servers, with whole servers for six hours. */
@Timeout(60)
class WholeServersTest {
    private static final WaitingClient CLIENT = new WaitingClient("ana", () -> false);
    private static final long DEADLINE = START + 6 * HOUR;
    /** Planning takes time, so that a plan begins a second later. */
    private static final long SOON = 1_000;

    private final TestSite site = new TestSite(new Pool("p", 3, "1"));
    private final SitePlanner planner = new SitePlanner(
            site.site(),
            new LongWork(new Workshop("test-planner", new Workshop.Room(2, 8, 8, 1, Duration.ofSeconds(5)))));
    private final TaskReporting reporting = new TaskReporting(site.site(), planner);

    @AfterEach
    void end() {
        site.close();
    }

    private static Upload upload() {
        Workflow workflow = Workflow.builder("chains")
                .task("a", "", HOUR)
                .task("b", "", HOUR)
                .task("c", "", HOUR)
                .task("d", "", HOUR)
                .edge("a", "b", 0)
                .edge("c", "d", 0)
                .build();
        ReadWorkflow read = new ReadWorkflow(workflow, Map.of(), ReadWorkflow.Format.NATIVE, List.of());
        return new Upload("u-1", "ana", read, Profile.of(workflow), Long.MAX_VALUE);
    }

    private ProposedPlan proposal(long deadline) {
        PlanTerms terms = new PlanTerms(START, deadline, "heft", "dag_reserve", List.of(), 0, 0);
        return planner.propose(CLIENT, upload(), terms, proposal -> proposal);
    }

    private BookedPlan booked() {
        ProposedPlan proposal = proposal(DEADLINE);
        return site.write(ANA, t -> PlanBookings.book(t, ANA, proposal)).plan();
    }

    private BookedPlan plan() {
        return site.read(view -> PlanBookings.own(view, ANA, "w1"));
    }

    private List<TaskStanding> standings() {
        return site.read(view -> IntStream.range(0, 4)
                .mapToObj(task -> TaskStanding.of(view, PlanBookings.own(view, ANA, "w1"), task))
                .toList());
    }

    private List<State> states() {
        return standings().stream().map(TaskStanding::state).toList();
    }

    private TaskChange.Done report(String task, TaskReport report) {
        return reporting.report(
                CLIENT,
                () -> site.read(view -> RemainingPlan.Seen.of(view, PlanBookings.own(view, ANA, "w1"))),
                task,
                report,
                change -> site.write(ANA, t -> change.carryOut(t, ANA)));
    }

    private TaskChange.Done finished(String task) {
        return report(task, new TaskReport(Happening.FINISHED, 0, Then.REPLAN));
    }

    private void take(Window window, int servers) {
        site.write(BEN, t -> Bookings.book(t, BEN, TestSite.job("ben", window, servers), null));
    }

    @Test
    void booked_isOneReservationForEachServerOfTheSchedule_toTheDeadline() {
        BookedPlan plan = booked();
        assertThat(site.<List<Window>>read(view ->
                        view.reservations().stream().map(Reservation::window).toList()))
                .containsExactly(new Window(START + SOON, DEADLINE), new Window(START + SOON, DEADLINE));
        assertThat(plan.slots())
                .extracting(TaskSlot::start)
                .containsExactly(START + SOON, START + SOON + HOUR, START + SOON, START + SOON + HOUR);
        assertThat(plan.slots().get(0).reservation())
                .isEqualTo(plan.slots().get(1).reservation());
        assertThat(plan.slots().get(2).reservation())
                .isEqualTo(plan.slots().get(3).reservation());
        assertThat(site.deeds()).containsExactly("ana book-plan w1");
    }

    /** Two of three servers are taken for a moment: slots would fit around it, whole servers do not. */
    @Test
    void serverThatIsTakenForAMoment_isNotTakenWhole() {
        take(new Window(START + 4 * HOUR, START + 5 * HOUR), 2);
        BookedPlan plan = booked();
        assertThat(plan.slots()).extracting(TaskSlot::reservation).containsOnly(2L);
        assertThat(plan.finish()).isEqualTo(START + SOON + 4 * HOUR);
    }

    @Test
    void withoutAServerThatIsFreeAllTheTime_thereIsNoPlan() {
        take(new Window(START + 4 * HOUR, START + 5 * HOUR), 3);
        rejected(Code.NO_CAPACITY, "ever has room for task", () -> proposal(DEADLINE));
        rejected(Code.DEADLINE_IMPOSSIBLE, "ask for a later deadline", () -> proposal(START + HOUR));
    }

    @Test
    void tasks_runOneAfterTheOther_byTheirSlots() {
        booked();
        assertThat(states()).containsOnly(State.WAITING);
        site.pass(SOON);
        assertThat(states()).containsExactly(State.RUNNING, State.WAITING, State.RUNNING, State.WAITING);
        assertThat(standings().getFirst().end()).isEqualTo(START + SOON + HOUR);
        // a takes longer and nobody says so: it runs until somebody does.
        site.pass(2 * HOUR);
        assertThat(standings().getFirst().end()).isEqualTo(START + SOON + 2 * HOUR);
    }

    @Test
    void earlyEnd_movesTheOthers_andKeepsTheServers_untilAllIsDone() {
        booked();
        site.pass(SOON + HOUR / 2);
        TaskChange.Done early = finished("a");
        assertThat(early.outcome()).isEqualTo(TaskChange.Outcome.REPLANNED);
        assertThat(plan().slots().get(1).start()).isEqualTo(START + HOUR / 2 + 2 * SOON);
        assertThat(site.open()).isEqualTo(2);
        site.pass(SOON);
        assertThat(states()).containsExactly(State.FINISHED, State.RUNNING, State.RUNNING, State.WAITING);
        report("b", new TaskReport(Happening.FINISHED, 0, Then.KEEP));
        report("c", new TaskReport(Happening.FINISHED, 0, Then.REPLAN));
        assertThat(site.open()).as("d is still to run").isEqualTo(2);
        site.pass(SOON);
        assertThat(finished("d").plan().slots()).extracting(TaskSlot::told).containsOnly(TaskSlot.Told.FINISHED);
        assertThat(site.open()).isZero();
    }

    @Test
    void longerTask_movesThoseBehindIt_orIsRefusedPastTheDeadline() {
        booked();
        site.pass(SOON);
        rejected(
                Code.SUCCESSOR_WAITS,
                "Task b is to start before a would be done",
                () -> report("a", new TaskReport(Happening.OVERRUN, HOUR, Then.KEEP)));
        assertThat(report("a", new TaskReport(Happening.OVERRUN, HOUR, Then.REPLAN))
                        .outcome())
                .isEqualTo(TaskChange.Outcome.REPLANNED);
        assertThat(plan().slots().get(0).time()).isEqualTo(2 * HOUR);
        assertThat(plan().slots().get(1).start()).isEqualTo(START + SOON + 2 * HOUR);
        rejected(
                Code.DEADLINE_IMPOSSIBLE,
                "ask for a later deadline",
                () -> report("a", new TaskReport(Happening.OVERRUN, 4 * HOUR, Then.REPLAN)));
        assertThat(site.open()).isEqualTo(2);
    }

    @Test
    void failedTask_runsAgainOnTheServersOfThePlan_thoughAllOthersAreTaken() {
        booked();
        take(new Window(START + 2 * SOON, DEADLINE), 1);
        site.pass(HOUR);
        assertThat(report("a", new TaskReport(Happening.FAILED, 0, Then.REPLAN)).outcome())
                .isEqualTo(TaskChange.Outcome.REPLANNED);
        assertThat(plan().slots().get(0).start()).isEqualTo(START + HOUR + SOON);
        assertThat(plan().slots().get(1).start())
                .isGreaterThanOrEqualTo(plan().slots().get(0).end());
        assertThat(plan().slots()).extracting(TaskSlot::reservation).containsOnly(1L, 2L);
        assertThat(site.open()).isEqualTo(3);
    }

    /** One of two servers breaks down, and the third is out of service: all goes on on the other one. */
    @Test
    void lostServer_leavesItsTasksToTheOthers() {
        booked();
        site.pass(HOUR);
        int used = site.<Integer>read(view -> view.handout(new PoolId("p")).get().get(new ReservationId(1)).stream()
                .findFirst()
                .orElseThrow());
        int spare = site.<Integer>read(view -> IntStream.range(0, 3)
                .filter(server ->
                        view.handout(new PoolId("p")).get().values().stream().noneMatch(set -> set.contains(server)))
                .findFirst()
                .orElseThrow());
        site.submit(new Command.Fail(new PoolId("p"), ServerSet.of(spare)));
        site.submit(new Command.Fail(new PoolId("p"), ServerSet.of(used)));
        assertThat(states().getFirst()).isEqualTo(State.DEGRADED);
        report("a", new TaskReport(Happening.FAILED, 0, Then.REPLAN));
        assertThat(plan().slots()).extracting(TaskSlot::reservation).containsOnly(2L);
        assertThat(plan().finish()).isLessThanOrEqualTo(DEADLINE);
    }

    @Test
    void givenUp_givesAllServersBack_andARunningTaskKeepsItsOwn() {
        booked();
        site.pass(HOUR);
        TaskChange.Done released = report("c", new TaskReport(Happening.FAILED, 0, Then.RELEASE));
        assertThat(released.outcome()).isEqualTo(TaskChange.Outcome.RELEASED);
        assertThat(states()).containsExactly(State.RUNNING, State.RELEASED, State.FAILED, State.RELEASED);
        assertThat(site.open()).isEqualTo(1);
        report("a", new TaskReport(Happening.FINISHED, 0, Then.KEEP));
        assertThat(site.open()).isZero();
    }

    @Test
    void cancelled_givesAllServersBack() {
        booked();
        site.pass(HOUR);
        site.write(ANA, t -> PlanBookings.cancel(t, ANA, "w1"));
        assertThat(site.open()).isZero();
        assertThat(states()).containsOnly(State.RELEASED);
    }
}
