package dev.berth.service.runs;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.opportunistic.Foresight;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.service.report.UsageReport;
import dev.berth.service.report.UsedAmounts;
import dev.berth.wire.problem.Code;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers, which ana's opportunistic job has while nobody needs them. */
class OpportunistReportsTest {
    private static final PoolId POOL = new PoolId("fast");
    private static final OpportunistId ID = new OpportunistId(1);
    private static final SilenceLimits LIMITS = new SilenceLimits(Map.of(POOL, 60_000L));

    private final TestSite site = new TestSite(new Pool("fast", 2, "1"));

    @AfterEach
    void close() {
        site.close();
    }

    private void queue(Account account, int servers) {
        site.write(account, transaction -> OpportunistOrders.queue(transaction, account, order(servers)));
        site.pass(1);
    }

    private static OpportunistOrders.Order order(int servers) {
        return new OpportunistOrders.Order("sweep", servers, Requirements.NONE, Optional.empty(), Optional.empty());
    }

    private Course begin(String runner) {
        return site.write(
                ANA,
                transaction -> OpportunistReports.begin(
                        transaction, ANA, ID, new OpportunistReports.Beginning(runner, "dgx", "python")));
    }

    private Course end(int code, boolean cutShort) {
        return site.write(
                ANA,
                transaction -> OpportunistReports.end(
                        transaction, ANA, ID, new OpportunistReports.End("one", code, cutShort)));
    }

    private Course course() {
        return site.read(view -> view.facts(Courses.class).of(ID)).orElseThrow();
    }

    private ReservationId book(long start, long end, int servers) {
        ReservationId id = site.write(
                        BEN,
                        transaction -> Bookings.book(
                                transaction, BEN, TestSite.job("ben", new Window(start, end), servers), null))
                .id();
        site.pass(1);
        return id;
    }

    private Run beginIn(ReservationId id) {
        return site.write(
                BEN,
                transaction -> RunReports.begin(
                        transaction, Target.of(BEN, id), new RunReports.Beginning("his", "dgx", "make", false)));
    }

    private OptionalLong until() {
        return site.read(view ->
                        Foresight.of(view, OpportunistOrders.running(view, ID).orElseThrow()))
                .until();
    }

    private UsedAmounts used() {
        LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(START), ZoneOffset.UTC);
        return site.read(view -> UsageReport.of(
                        view, UsageReport.By.USER, day, day.plusDays(2), Courses.use(view), user -> true))
                .rows()
                .getOrDefault("ana", UsedAmounts.NONE);
    }

    @Test
    void theNextCommandOnItsServers_waitsForItsEnd_whoeverOwnsIt() {
        queue(ANA, 2);
        begin("one");
        ReservationId sudden = book(START + 1, START + HOUR, 1);
        assertThat(course().running()).isEmpty();
        rejected(Code.SERVERS_IN_USE, "o1", () -> beginIn(sudden));
        end(143, true);

        assertThat(beginIn(sudden).isRunning()).isTrue();
        assertThat(course().isOver()).isFalse();
    }

    @Test
    void silentRunner_keepsNobodyWaitingForLongerThanItsGrace() {
        queue(ANA, 2);
        begin("one");
        ReservationId sudden = book(START + 1, START + HOUR, 1);
        site.pass(34_998);
        rejected(Code.SERVERS_IN_USE, "o1", () -> beginIn(sudden));
        site.pass(1);
        assertThat(beginIn(sudden).isRunning()).isTrue();
    }

    /** The reservation closes early and the opportunistic job gets its servers: its command waits for that of the reservation. */
    @Test
    void itsCommand_waitsForThatOfAReservation() {
        ReservationId first = book(START, START + HOUR, 2);
        beginIn(first);
        queue(ANA, 2);
        site.write(BEN, transaction -> Changes.cancel(transaction, Target.of(BEN, first)));
        site.pass(1);
        rejected(Code.SERVERS_IN_USE, "r1", () -> begin("one"));
        site.write(
                BEN,
                transaction -> RunReports.end(
                        transaction, BEN, first, new RunReports.End("his", Run.How.CUT_SHORT, 143, false)));
        assertThat(begin("one").starts()).isEqualTo(1);
    }

    @Test
    void waitingJob_doesNotBegin() {
        book(START, START + HOUR, 1);
        queue(ANA, 2);
        rejected(Code.NOT_RUNNING, "o1", () -> begin("one"));
        rejected(Code.NOT_RUNNING, "o1", () -> end(0, false));
    }

    @Test
    void hoursOfItsCommand_areCounted_notThoseOfItsServers() {
        queue(ANA, 2);
        site.pass(HOUR);
        begin("one");
        site.pass(HOUR);
        assertThat(used().opportunistic()).as("while it runs").isEqualTo(2 * HOUR);
        book(START + 2 * HOUR + 2, START + 3 * HOUR, 2);
        site.pass(HOUR);
        assertThat(used()).isEqualTo(new UsedAmounts(0, 0, 0, 0, 0, 0, 0, 2 * HOUR + 2));
        end(143, true);
        assertThat(used().opportunistic()).as("counted once").isEqualTo(2 * HOUR + 2);
        begin("one");
        site.pass(HOUR / 2);
        end(0, false);
        assertThat(used().opportunistic()).isEqualTo(3 * HOUR + 2);
        assertThat(course().end())
                .contains(new Course.End(
                        Course.How.EXITED,
                        Optional.of(0),
                        course().end().orElseThrow().at()));
        assertThat((int) site.read(view -> view.runningOpportunists().size())).isZero();
    }

    @Test
    void foresight_followsWhatIsBookedOnItsServers() {
        queue(ANA, 1);
        assertThat(until()).isEmpty();
        ReservationId both = book(START + 3 * HOUR, START + 4 * HOUR, 2);
        assertThat(until()).hasValue(START + 3 * HOUR);
        book(START + HOUR, START + 2 * HOUR, 2);
        assertThat(until()).hasValue(START + HOUR);
        site.pass(HOUR);
        site.pass(HOUR);
        assertThat(until()).hasValue(START + 3 * HOUR);
        site.write(BEN, transaction -> Changes.cancel(transaction, Target.of(BEN, both)));
        assertThat(until()).isEmpty();
    }

    @Test
    void foresight_knowsTheEndOfItsWork() {
        site.write(
                ANA,
                transaction -> OpportunistOrders.queue(
                        transaction,
                        ANA,
                        new OpportunistOrders.Order(
                                "short", 1, Requirements.NONE, Optional.empty(), Optional.of(new Work(5_000)))));
        site.pass(10);
        assertThat(until()).hasValue(START + 5_000);
    }

    @Test
    void outOfMemory_isToldApart_unlessItWasStopped() {
        queue(ANA, 1);
        begin("one");
        site.write(
                ANA,
                transaction -> OpportunistReports.end(
                        transaction, ANA, ID, new OpportunistReports.End("one", 143, true, true)));
        assertThat(course().isOver()).isFalse();
        begin("one");
        site.write(
                ANA,
                transaction -> OpportunistReports.end(
                        transaction, ANA, ID, new OpportunistReports.End("one", 125, false, true)));
        assertThat(course().end().orElseThrow().how()).isEqualTo(Course.How.OUT_OF_MEMORY);
        assertThat(course().end().orElseThrow().code()).contains(125);
    }

    @Test
    void withdrawn_isOverAtOnce_andOnce() {
        queue(ANA, 1);
        begin("one");
        site.write(ANA, transaction -> OpportunistOrders.withdraw(transaction, ANA, ID));
        assertThat(course().end().orElseThrow().how()).isEqualTo(Course.How.WITHDRAWN);
        site.write(OLGA, transaction -> OpportunistOrders.withdraw(transaction, OLGA, ID));
        end(0, false);
        assertThat(course().end().orElseThrow().how()).isEqualTo(Course.How.WITHDRAWN);
        assertThat(site.deeds()).containsOnlyOnce("ana withdraw-opportunist o1");
    }

    /** One that is heard, by whatever it asks, stays. */
    @Test
    void silentRunner_isLetGo() {
        queue(ANA, 1);
        OpportunistBeats beats = new OpportunistBeats(site.site());
        OpportunistWatch watch = new OpportunistWatch(site.site(), beats, LIMITS);
        begin("one");
        for (int i = 0; i < 10; i++) {
            site.pass(20_000);
            assertThat(beats.hear(ID, ANA, "two", site.read(view -> view.now())))
                    .isFalse();
            assertThat(beats.hear(ID, BEN, "one", site.read(view -> view.now())))
                    .isFalse();
            if (i < 5) {
                assertThat(beats.hear(ID, ANA, "one", site.read(view -> view.now())))
                        .isTrue();
            }
            watch.look(site.read(view -> view.now()));
            assertThat(course().isOver()).as("after %d looks", i + 1).isEqualTo(i >= 8);
        }
        assertThat(course().end().orElseThrow().how()).isEqualTo(Course.How.LOST);
        assertThat((int) site.read(view -> view.runningOpportunists().size())).isZero();
        assertThat(beats.hear(ID, ANA, "one", START)).isFalse();
    }

    @Test
    void watchThatWasAsleep_countsAnew() {
        queue(ANA, 1);
        OpportunistBeats beats = new OpportunistBeats(site.site());
        OpportunistWatch watch = new OpportunistWatch(site.site(), beats, LIMITS);
        begin("one");
        site.pass(HOUR);
        watch.look(site.read(view -> view.now()));
        assertThat(course().isOver()).isFalse();
    }

    @Test
    void numberOfOneAccount_isLimited() {
        for (int i = 0; i < OpportunistOrders.MOST; i++) {
            site.write(ANA, transaction -> OpportunistOrders.queue(transaction, ANA, order(1)));
        }
        rejected(
                Code.TOO_MANY_OPPORTUNISTS,
                "100",
                () -> site.write(ANA, transaction -> OpportunistOrders.queue(transaction, ANA, order(1))));
        site.write(BEN, transaction -> OpportunistOrders.queue(transaction, BEN, order(1)));
    }
}
