package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of the table in decision 93 that {@link SlicesTest} leaves open: what each command means for jobs of parts. */
class SliceCommandsTest {
    private static final PoolId DGX = new PoolId("dgx");
    private static final Parts PARTS = Parts.of(Part.sharedDevices("gpu", 8, 80_000), Part.amount("cores", 96));

    private static Desk hosts(String policy, int count) {
        return Desk.of(policy, new Pool(DGX, count, Rate.FULL, Map.of(), PARTS));
    }

    private static Slice gpus(long number) {
        return Slice.of(Map.of("gpu", number));
    }

    private static Job job(String id, long start, long end, long gpus) {
        return Job.exactly(id, new Window(start, end), 1).requiring(Requirements.slice(gpus(gpus)));
    }

    private static Job flexible(String id, long ready, long work, long deadline, long gpus) {
        return Job.of(id, ready, work, deadline).requiring(Requirements.slice(gpus(gpus)));
    }

    private static int host(Desk desk, ReservationId id) {
        return desk.get(id).placement().servers().get(0);
    }

    /** Two hosts with five cards taken on each: eight fit only if the held ones go together with nobody. */
    @Test
    void hold_mayGoToAnotherHost_whileItIsHeld() {
        Desk desk = hosts("earliest", 2);
        ReservationId held = ((Decision.Accepted) desk.book().submit(new Command.Hold(job("held", 10, 20, 3), 9)))
                .reservation()
                .id();
        ReservationId other = desk.reserve(job("other", 10, 20, 3));
        // Settled on the other host, so that each has three cards taken.
        desk.accept(new Command.Settle(other, List.of(ServerSet.of(1))));
        assertThat(host(desk, held)).isZero();
        ReservationId large = desk.reserve(job("large", 10, 20, 8));
        assertThat(host(desk, large)).isZero();
        assertThat(host(desk, held)).isOne();
        assertThat(desk.book().heldUntil(held)).contains(9L);
        desk.accept(new Command.Confirm(held));
        assertThat(desk.book().heldUntil(held)).isEmpty();
    }

    @Test
    void whatIf_decidesOneAfterTheOther_andChangesNothing() {
        Desk desk = hosts("earliest", 1);
        byte[] before = desk.book().snapshot();
        List<Decision> decisions = desk.book()
                .whatIf(List.of(
                        new Command.Reserve(job("a", 0, 10, 5)),
                        new Command.Reserve(job("b", 0, 10, 4)),
                        new Command.Reserve(job("c", 0, 10, 3))));
        assertThat(decisions.get(0)).isInstanceOf(Decision.Accepted.class);
        assertThat(decisions.get(1)).isInstanceOf(Decision.Refused.class);
        assertThat(decisions.get(2)).isInstanceOf(Decision.Accepted.class);
        assertThat(desk.book().snapshot()).isEqualTo(before);
        assertThat(desk.reserve(job("whole", 0, 10, 8))).isNotNull();
    }

    /** A series is one replacement of nothing by several jobs, all or none. */
    @Test
    void series_isAllOrNone() {
        Desk desk = hosts("earliest", 1);
        desk.reserve(job("taken", 110, 120, 4));
        desk.refuse(new Command.Replace(List.of(), List.of(job("w1", 10, 20, 5), job("w2", 110, 120, 5))));
        desk.accept(new Command.Replace(List.of(), List.of(job("w1", 10, 20, 4), job("w2", 110, 120, 4))));
        assertThat(desk.book().reservations()).hasSize(3);
    }

    @Test
    void queuedRequests_takePartsAtTheEndOfTheirRound() {
        Desk desk = hosts("earliest", 1);
        desk.accept(new Command.SetRounds(new Rounds(10, new Rules(5, 3, Sorting.SHORTEST, new Excess.Defer(3)))));
        desk.accept(new Command.Enqueue(of("low", flexible("low", 0, 5, 100, 5)), new Priority(1)));
        desk.accept(new Command.Enqueue(of("high", flexible("high", 0, 7, 100, 5)), new Priority(9)));
        desk.accept(new Command.Enqueue(of("high", flexible("beside", 0, 7, 100, 3)), new Priority(9)));
        ReservationId now = desk.reserve(job("now", 0, 9, 8));
        assertThat(desk.window(now)).isEqualTo(new Window(0, 9));
        desk.advance(10);
        assertThat(desk.window(new ReservationId(2))).isEqualTo(new Window(10, 17));
        assertThat(desk.window(new ReservationId(3))).isEqualTo(new Window(10, 17));
        assertThat(desk.window(new ReservationId(1))).isEqualTo(new Window(17, 22));
    }

    private static Job of(String user, Job job) {
        return new Job(job.id(), user, job.ready(), job.deadline(), job.shape(), job.requirements(), job.terms());
    }

    @Test
    void evacuate_keepsTheTimeWhereAnotherHostHasRoom() {
        Desk desk = hosts("earliest", 2);
        ReservationId a = desk.reserve(flexible("a", 10, 10, 60, 5));
        desk.accept(new Command.Evacuate(DGX, ServerSet.of(host(desk, a)), new Window(0, 30)));
        assertThat(desk.window(a)).isEqualTo(new Window(10, 20));
        assertThat(host(desk, a)).isOne();
    }

    @Test
    void failure_sendsWhoWaitsToAnotherHostAtItsTime_orElseInTime() {
        Desk desk = hosts("earliest", 2);
        ReservationId runs = desk.reserve(flexible("runs", 0, 10, 100, 5));
        ReservationId waits = desk.reserve(job("waits", 20, 30, 6));
        ReservationId late = desk.reserve(flexible("late", 20, 10, 100, 2));
        ReservationId other = desk.reserve(job("other", 20, 30, 2));
        assertThat(host(desk, waits)).isZero();
        assertThat(host(desk, late)).isZero();
        assertThat(host(desk, other)).isOne();
        desk.advance(2);
        desk.accept(new Command.Fail(DGX, ServerSet.of(0)));
        assertThat(desk.window(runs)).as("starts anew").isEqualTo(new Window(2, 12));
        assertThat(host(desk, runs)).isOne();
        assertThat(desk.window(waits)).as("at its time").isEqualTo(new Window(20, 30));
        assertThat(host(desk, waits)).isOne();
        assertThat(desk.window(late)).as("in time").isEqualTo(new Window(30, 40));
    }

    @Test
    void block_degradesWhoFindsNoHost_andUnblockLetsItRecover() {
        Desk desk = hosts("earliest", 1);
        ReservationId waits = desk.reserve(job("waits", 20, 30, 6));
        desk.accept(new Command.Block(DGX, ServerSet.of(0), new Window(0, Window.FOREVER), "maintenance"));
        assertThat(desk.book().degraded(waits)).isPresent();
        assertThat(desk.refuse(new Command.Reserve(job("other", 20, 30, 1)))).isInstanceOf(Refusal.NoCapacity.class);
        List<Event> events = desk.accept(new Command.Unblock(DGX, ServerSet.of(0), "maintenance"));
        assertThat(events).anyMatch(Event.Recovered.class::isInstance);
        assertThat(desk.window(waits)).isEqualTo(new Window(20, 30));
        assertThat(desk.book().degraded(waits)).isEmpty();
    }

    /** A reservation that lost one of its hosts keeps five cards of the other: a block of parts, which ends with it. */
    @Test
    void blockOfParts_isOfThoseCardsAlone_andEndsWithWhoItIsKeptFor() {
        Desk desk = hosts("earliest", 2);
        ReservationId wide =
                desk.reserve(Job.exactly("wide", new Window(0, 50), 2).requiring(Requirements.slice(gpus(5))));
        desk.advance(1);
        desk.accept(new Command.Fail(DGX, ServerSet.of(1)));
        assertThat(desk.book().degraded(wide)).isPresent();
        assertThat(desk.book().outages(DGX).stream().filter(outage -> !outage.isWhole()))
                .singleElement()
                .satisfies(kept -> {
                    assertThat(kept.server()).isZero();
                    assertThat(kept.isKeptFor(wide)).isTrue();
                    assertThat(Long.bitCount(kept.taken().devices().bits(0))).isEqualTo(5);
                });
        ReservationId three = desk.reserve(job("three", 1, 50, 3));
        assertThat(host(desk, three)).isZero();
        desk.refuse(new Command.Reserve(job("one", 1, 50, 1)));
        desk.accept(new Command.Cancel(wide));
        desk.reserve(job("five", 1, 50, 5));
    }

    @Test
    void restore_movesNothingBack() {
        Desk desk = hosts("earliest", 2);
        ReservationId a = desk.reserve(job("a", 10, 20, 5));
        desk.accept(new Command.Drain(DGX, ServerSet.of(0), new Window(0, 100), false));
        assertThat(host(desk, a)).isOne();
        assertThat(desk.accept(new Command.Restore(DGX, ServerSet.of(0))))
                .noneMatch(event -> !event.reservations().isEmpty());
        assertThat(host(desk, a)).isOne();
        assertThat(host(desk, desk.reserve(job("b", 10, 20, 5)))).isZero();
    }

    @Test
    void settled_staysOnItsHost_alsoWhenAnotherNeedsIt() {
        Desk desk = hosts("earliest", 2);
        ReservationId a = desk.reserve(job("a", 10, 20, 3));
        desk.accept(new Command.Settle(a, List.of(ServerSet.of(1))));
        assertThat(host(desk, a)).isOne();
        assertThat(desk.get(a).isBound()).isTrue();
        desk.reserve(job("b", 10, 20, 8));
        desk.refuse(new Command.Reserve(job("c", 10, 20, 6)));
        assertThat(desk.refuse(new Command.Drain(DGX, ServerSet.of(1), new Window(12, 13), false)))
                .isEqualTo(new Refusal.ReservationsInTheWay(DGX, ServerSet.of(1), new Window(12, 13), List.of(a)));
    }

    @Test
    void namesAndShunning_changeNothingOnHosts() {
        Desk desk = hosts("prompt", 2);
        ReservationId a = desk.reserve(job("a", 10, 20, 3));
        byte[] before = desk.book().snapshot();
        assertThat(desk.accept(new Command.NameServers(DGX))).isEmpty();
        assertThat(desk.accept(new Command.Shun(DGX, ServerSet.of(host(desk, a)))))
                .isEmpty();
        assertThat(desk.book().snapshot()).isEqualTo(before);
        assertThat(desk.book().handout(DGX))
                .containsEntry(a, desk.get(a).placement().servers());
    }

    @Test
    void finishAndCancel_freeTheirPartsAtOnce() {
        Desk desk = hosts("earliest", 1);
        ReservationId runs = desk.reserve(job("runs", 0, 100, 6));
        ReservationId waits = desk.reserve(job("waits", 0, 100, 2));
        desk.advance(5);
        desk.refuse(new Command.Reserve(job("next", 5, 100, 1)));
        desk.accept(new Command.Finish(runs));
        desk.reserve(job("six", 5, 100, 6));
        desk.accept(new Command.Cancel(waits));
        desk.reserve(job("two", 5, 100, 2));
    }

    /** It keeps its cards; who waits for them and finds no other host moves in time. */
    @Test
    void pushing_movesInTimeWhoFindsNoHost() {
        Desk desk = hosts("earliest", 1);
        ReservationId runs = desk.reserve(job("runs", 0, 10, 6));
        ReservationId beside = desk.reserve(job("beside", 0, 100, 2));
        ReservationId next = desk.reserve(flexible("next", 10, 5, 60, 4));
        desk.advance(9);
        assertThat(desk.refuse(new Command.Overrun(runs, 5, OverrunPolicy.EXTEND_IF_FREE)))
                .isEqualTo(new Refusal.NoRoomToExtend(runs, DGX, new Window(10, 15), List.of(next)));
        desk.accept(new Command.Overrun(runs, 5, OverrunPolicy.PUSH));
        assertThat(desk.window(runs)).isEqualTo(new Window(0, 15));
        assertThat(desk.window(next)).isEqualTo(new Window(15, 20));
        assertThat(desk.window(beside)).isEqualTo(new Window(0, 100));
    }

    @Test
    void change_ofLicences_staysAtItsTimeIfThereAreEnough() {
        Desk desk = hosts("earliest", 1);
        desk.accept(new Command.SetLicences(Amounts.of(Map.of("matlab", 3L))));
        ReservationId first = desk.reserve(licensed(flexible("first", 0, 10, 10, 1), 2));
        Job job = flexible("second", 0, 10, 60, 1);
        ReservationId second = desk.reserve(licensed(job, 1));
        desk.accept(new Command.Change(second, licensed(job, 2)));
        assertThat(desk.window(second)).isEqualTo(new Window(10, 20));
        desk.accept(new Command.Cancel(first));
        desk.accept(new Command.Change(second, licensed(job, 3)));
        assertThat(desk.get(second).placement().taken().licences()).isEqualTo(Amounts.of(Map.of("matlab", 3L)));
        assertThat(desk.book().freeLicences("matlab", new Window(10, 20))).isZero();
    }

    private static Job licensed(Job job, long number) {
        return job.requiring(job.requirements().withLicences(Amounts.of(Map.of("matlab", number))));
    }

    @Test
    void opportunisticJob_takesWholeHosts_andMakesWayForAnyPart() {
        Desk desk = hosts("earliest", 2);
        desk.reserve(job("runs", 0, 100, 1));
        desk.reserve(job("waits", 20, 100, 8));
        desk.advance(1);
        desk.accept(new Command.QueueOpportunist(
                new JobId("o"), "ann", 1, new Work(50), Requirements.NONE, Optional.empty()));
        desk.accept(new Command.QueueOpportunist(
                new JobId("p"), "ann", 1, new Work(50), Requirements.NONE, Optional.empty()));
        desk.advance(2);
        assertThat(desk.book().runningOpportunists()).singleElement().satisfies(stint -> {
            assertThat(stint.servers()).isEqualTo(ServerSet.of(1));
        });
        desk.advance(20);
        assertThat(desk.book().runningOpportunists()).isEmpty();
        assertThat(desk.book().queuedOpportunists()).hasSize(2);
    }

    /** A job of parts is placed with hosts cleared for it, whatever the admission; nobody moves in time for it. */
    @ParameterizedTest
    @MethodSource("admissions")
    void everyAdmission_clearsHosts(String admission) {
        Desk desk = new Desk(new Book("earliest", admission));
        desk.accept(new Command.AddPool(new Pool(DGX, 2, Rate.FULL, Map.of(), PARTS)));
        ReservationId a = desk.reserve(flexible("a", 10, 10, 60, 3));
        ReservationId b = desk.reserve(flexible("b", 10, 10, 60, 3));
        desk.accept(new Command.Settle(b, List.of(ServerSet.of(1))));
        ReservationId large = desk.reserve(job("large", 10, 20, 8));
        assertThat(host(desk, large)).isZero();
        assertThat(host(desk, a)).isOne();
        assertThat(desk.window(a)).isEqualTo(new Window(10, 20));
    }

    /**
     * Three who need all cards of a host, on two hosts: anew and in the order of their deadlines, the last of them would be first. They
     * stay where they are when a whole server of another pool is booked, because no admission policy moves who waits on hosts.
     */
    @ParameterizedTest
    @MethodSource("admissions")
    void jobForAWholeServer_movesNobodyOnHosts(String admission) {
        Desk desk = new Desk(new Book("earliest", admission));
        desk.accept(new Command.AddPool(new Pool(DGX, 2, Rate.FULL, Map.of(), PARTS)));
        desk.accept(new Command.AddPool(new Pool("p", 1, "1")));
        ReservationId a = desk.reserve(flexible("a", 10, 10, 60, 8));
        ReservationId b = desk.reserve(flexible("b", 10, 10, 100, 8));
        Job early = flexible("c", 10, 10, 40, 8);
        ReservationId c = desk.reserve(early.under(early.terms().whenFree(0)));
        List<Placement> before =
                Stream.of(a, b, c).map(id -> desk.get(id).placement()).toList();
        assertThat(before)
                .extracting(Placement::window)
                .containsExactly(new Window(10, 20), new Window(10, 20), new Window(20, 30));
        desk.reserve(Job.exactly("d", new Window(10, 20), 1).requiring(Requirements.pool("p")));
        assertThat(Stream.of(a, b, c).map(id -> desk.get(id).placement())).containsExactlyElementsOf(before);
    }

    @ParameterizedTest
    @MethodSource("admissions")
    void otherTimes_areThoseBesideWhoWaitsOnTheHost(String admission) {
        Desk desk = new Desk(new Book("earliest", admission));
        desk.accept(new Command.AddPool(new Pool(DGX, 1, Rate.FULL, Map.of(), PARTS)));
        desk.reserve(job("a", 10, 20, 8));
        assertThat(desk.book().alternatives(job("b", 10, 20, 1), 9))
                .extracting(other -> other.placement().window())
                .containsExactly(new Window(0, 10), new Window(20, 30));
    }

    static Set<String> admissions() {
        return Admissions.names();
    }

    /** MIG devices are a kind of their own: whole ones only, and none of them is a card. */
    @Test
    void kindsOfMigDevices_areDevicesOfTheirOwn() {
        Desk desk = Desk.of(
                "earliest",
                new Pool(
                        DGX,
                        1,
                        Rate.FULL,
                        Map.of(),
                        Parts.of(Part.sharedDevices("gpu", 4, 0), Part.devices("gpu-1g.10gb", 7))));
        Slice mig = Slice.of(Map.of("gpu-1g.10gb", 3L));
        ReservationId a = desk.reserve(Job.exactly("a", new Window(0, 10), 1).requiring(Requirements.slice(mig)));
        ReservationId b = desk.reserve(Job.exactly("b", new Window(0, 10), 1).requiring(Requirements.slice(mig)));
        assertThat(desk.get(a).placement().taken().devices().bits(0)
                        & desk.get(b).placement().taken().devices().bits(0))
                .isZero();
        desk.refuse(new Command.Reserve(Job.exactly("c", new Window(0, 10), 1).requiring(Requirements.slice(mig))));
        desk.reserve(job("cards", 0, 10, 4));
        Slice share = Slice.of(Map.of(), Share.of("gpu-1g.10gb", 500));
        assertThat(desk.refuse(new Command.Reserve(
                                Job.exactly("d", new Window(0, 10), 1).requiring(Requirements.slice(share))))
                        .code())
                .isEqualTo("no-matching-pool");
    }

    /** Two owners of one card have it as one, whatever either does; the card is free when both have gone. */
    @Test
    void sharedCard_isWholeAgain_whenAllSharesAreGone() {
        Desk desk = hosts("earliest", 1);
        Job half = Job.exactly("half", new Window(0, 10), 1)
                .requiring(Requirements.slice(Slice.of(Map.of(), Share.of("gpu", 500))));
        Reservation first = desk.get(desk.reserve(half));
        Reservation second = desk.get(desk.reserve(half));
        assertThat(first.placement().taken().devices())
                .isEqualTo(second.placement().taken().devices());
        desk.reserve(job("seven", 0, 10, 7));
        desk.accept(new Command.Cancel(first.id()));
        desk.refuse(new Command.Reserve(job("one", 0, 10, 1)));
        desk.accept(new Command.Cancel(second.id()));
        desk.reserve(job("one", 0, 10, 1));
    }
}
