package dev.berth.service.workflow;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.service.workflow.TaskReport.Happening;
import dev.berth.service.workflow.TaskReport.Then;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Overtaken;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two tasks of an hour, one after the other, on a pool of two servers, within six hours: planned, booked, and run. */
@Timeout(60)
class PlanBookingsTest {
    private static final WaitingClient CLIENT = new WaitingClient("ana", () -> false);

    private final TestSite site = new TestSite(new Pool("p", 2, "1"));
    private final SitePlanner planner = new SitePlanner(
            site.site(),
            new LongWork(new Workshop("test-planner", new Workshop.Room(2, 8, 8, 1, Duration.ofSeconds(5)))));
    private final TaskReporting reporting = new TaskReporting(site.site(), planner);

    @AfterEach
    void end() {
        site.close();
    }

    private static Upload upload() {
        Workflow workflow = Workflow.builder("pair")
                .task("a", "", HOUR)
                .task("b", "", HOUR)
                .edge("a", "b", 0)
                .build();
        ReadWorkflow read = new ReadWorkflow(workflow, Map.of(), ReadWorkflow.Format.NATIVE, List.of());
        return new Upload("u-1", "ana", read, Profile.of(workflow), Long.MAX_VALUE);
    }

    private static PlanTerms terms(String spare) {
        return new PlanTerms(START, START + 6 * HOUR, "heft", spare, List.of(), 0, 0);
    }

    private ProposedPlan proposal() {
        return planner.propose(CLIENT, upload(), terms("cp_even_percent"), proposal -> proposal);
    }

    private BookedPlan booked() {
        ProposedPlan proposal = proposal();
        return site.write(ANA, t -> PlanBookings.book(t, ANA, proposal)).plan();
    }

    /** All servers, for as long as the plan may take. */
    private void takeAll() {
        Window all = new Window(START + 1, START + 6 * HOUR);
        site.write(BEN, t -> Bookings.book(t, BEN, TestSite.job("ben", all, 2), null));
    }

    @Test
    void booked_hasAReservationForEachTask_andIsAudited() {
        BookedPlan plan = booked();
        assertThat(plan.id()).isEqualTo("w1");
        assertThat(plan.slots()).extracting(TaskSlot::reservation).containsExactly(1L, 2L);
        assertThat(plan.slots().get(1).start())
                .isGreaterThanOrEqualTo(plan.slots().get(0).end());
        assertThat(site.<BookedPlan>read(view -> PlanBookings.own(view, ANA, "w1")))
                .isEqualTo(plan);
        assertThat(site.deeds()).containsExactly("ana book-plan w1");
    }

    @Test
    void proposal_isOvertaken_onceItsServersAreTaken_andNothingIsBooked() {
        ProposedPlan proposal = proposal();
        takeAll();
        assertThatExceptionOfType(Overtaken.class)
                .isThrownBy(() -> site.write(ANA, t -> PlanBookings.book(t, ANA, proposal)));
        assertThat(site.open()).isEqualTo(1);
        rejected(Code.DEADLINE_IMPOSSIBLE, "ask for a later deadline", this::proposal);
    }

    @Test
    void overtaken_isPlannedAgain_threeTimes() {
        AtomicInteger tries = new AtomicInteger();
        assertThat(planner.<String>propose(CLIENT, upload(), terms("cp_even_percent"), proposal -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new Overtaken(null);
                    }
                    return "booked";
                }))
                .isEqualTo("booked");
        rejected(
                Code.CHANGED_MEANWHILE,
                "overtaken by other bookings",
                () -> planner.propose(CLIENT, upload(), terms("cp_even_percent"), proposal -> {
                    tries.incrementAndGet();
                    throw new Overtaken(null);
                }));
        assertThat(tries).hasValue(6);
    }

    @Test
    void onlyItsOwner_seesAndChangesIt() {
        booked();
        rejected(
                Code.NOT_ALLOWED,
                "plan w1 belongs to another user",
                () -> site.write(BEN, t -> PlanBookings.cancel(t, BEN, "w1")));
        rejected(Code.UNKNOWN_PLAN, "plan", () -> site.read(view -> PlanBookings.own(view, ANA, "w2")));
        rejected(Code.UNKNOWN_PLAN, "plan", () -> site.read(view -> PlanBookings.own(view, ANA, "p1")));
    }

    @Test
    void cancelled_givesUpAllThatIsLeft_forWhatWasForetold() {
        booked();
        PlanBookings.Priced foretold = site.site().rehearse(ANA.name(), t -> PlanBookings.cancel(t, ANA, "w1"));
        PlanBookings.Priced cancelled = site.write(ANA, t -> PlanBookings.cancel(t, ANA, "w1"));
        assertThat(cancelled.quote()).isEqualTo(foretold.quote());
        assertThat(cancelled.plan().released()).isTrue();
        assertThat(site.open()).isZero();
        assertThat(site.deeds()).containsExactly("ana book-plan w1", "ana cancel-plan w1");
    }

    @Test
    void tasks_areLimited() {
        TaskLimit.check("ana", TaskLimit.MOST - 2, 2, "plans", "cancel one");
        rejected(
                Code.QUOTA,
                "ana has 99999 tasks in plans",
                () -> TaskLimit.check("ana", TaskLimit.MOST - 1, 2, "plans", "cancel one"));
        BookedPlan plan = booked();
        assertThat(site.<Long>read(view -> view.facts(Plans.class).openTasks("ana", START)))
                .isEqualTo(2);
        assertThat(site.<Long>read(view ->
                        view.facts(Plans.class).openTasks("ana", plan.terms().deadline())))
                .isZero();
    }

    private TaskChange.Done report(String task, TaskReport report) {
        return reporting.report(
                CLIENT,
                () -> site.read(view -> RemainingPlan.Seen.of(view, PlanBookings.own(view, ANA, "w1"))),
                task,
                report,
                change -> site.write(ANA, t -> change.carryOut(t, ANA)));
    }

    @Test
    void finishedTask_endsItsReservation_andTheRestStays() {
        BookedPlan plan = booked();
        rejected(
                Code.NOT_RUNNING,
                "Task a of plan w1 is waiting, not running",
                () -> report("a", new TaskReport(Happening.FINISHED, 0, Then.KEEP)));
        rejected(Code.UNKNOWN_TASK, "w1", () -> report("z", new TaskReport(Happening.FINISHED, 0, Then.KEEP)));
        site.pass(HOUR);
        TaskChange.Done done = report("a", new TaskReport(Happening.FINISHED, 0, Then.KEEP));
        assertThat(done.outcome()).isEqualTo(TaskChange.Outcome.KEPT);
        assertThat(done.plan().slots().get(0).told()).isEqualTo(TaskSlot.Told.FINISHED);
        assertThat(done.plan().slots().get(1)).isEqualTo(plan.slots().get(1));
        assertThat(site.open()).isEqualTo(1);
        assertThat(site.deeds()).containsExactly("ana book-plan w1", "ana task-finished w1");
    }

    @Test
    void failedTask_isPlannedAgain_orTheRestIsGivenUp() {
        booked();
        site.pass(HOUR);
        TaskChange.Done again = report("a", new TaskReport(Happening.FAILED, 0, Then.REPLAN));
        assertThat(again.outcome()).isEqualTo(TaskChange.Outcome.REPLANNED);
        assertThat(again.plan().slots().get(0).start()).isGreaterThan(START + HOUR);
        assertThat(site.open()).isEqualTo(2);
        site.pass(again.plan().slots().get(0).start() - START - HOUR);
        TaskChange.Done released = report("a", new TaskReport(Happening.FAILED, 0, Then.RELEASE));
        assertThat(released.outcome()).isEqualTo(TaskChange.Outcome.RELEASED);
        assertThat(site.open()).isZero();
    }

    @Test
    void taskThatTakesLonger_keepsItsServer_ifTheNextOneCanWait() {
        BookedPlan plan = booked();
        site.pass(HOUR);
        long spare = plan.slots().get(0).end() - plan.slots().get(0).start() - HOUR;
        assertThat(report("a", new TaskReport(Happening.OVERRUN, spare, Then.KEEP))
                        .plan()
                        .slots()
                        .get(0)
                        .time())
                .isEqualTo(HOUR + spare);
        rejected(
                Code.SUCCESSOR_WAITS,
                "Task b is to start before a ",
                () -> report("a", new TaskReport(Happening.OVERRUN, HOUR, Then.KEEP)));
    }

    @Test
    void change_isOvertaken_onceThePlanIsNoLongerWhatItWasDecidedOn() {
        BookedPlan plan = booked();
        site.pass(HOUR);
        RemainingPlan rest = RemainingPlan.of(site.read(view -> RemainingPlan.Seen.of(view, plan)));
        TaskChange change = TaskChange.finished(rest, 0, rest.now());
        site.write(ANA, t -> Changes.cancel(t, Target.of(ANA, new ReservationId(2))));
        assertThatExceptionOfType(Overtaken.class).isThrownBy(() -> site.write(ANA, t -> change.carryOut(t, ANA)));
        assertThatThrownBy(() -> site.write(BEN, t -> change.carryOut(t, BEN)))
                .hasMessageContaining("belongs to another user");
    }
}
