package dev.berth.service.runs;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Target;
import dev.berth.wire.problem.Code;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunReportsTest {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final RunReports.Beginning ONE = new RunReports.Beginning("one", "dgx", "python", false);

    private final TestSite site = new TestSite(new Pool("fast", 2, "1"));
    private ReservationId id;

    @BeforeEach
    void book() {
        id = site.write(
                        ANA,
                        transaction -> Bookings.book(
                                transaction, ANA, TestSite.job("ana", new Window(START, START + HOUR), 1), null))
                .id();
        site.pass(MINUTE);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Run begin(Account asker, RunReports.Beginning beginning) {
        return site.write(asker, transaction -> RunReports.begin(transaction, Target.of(asker, id), beginning));
    }

    private Run end(Account asker, String runner, int code, boolean cutShort) {
        return site.write(
                asker,
                transaction -> RunReports.end(
                        transaction,
                        asker,
                        id,
                        new RunReports.End(runner, cutShort ? Run.How.CUT_SHORT : Run.How.EXITED, code, false)));
    }

    private Optional<Event.Cause> closed() {
        return site.read(view -> view.past(id)).map(past -> past.cause());
    }

    private Run known() {
        return site.read(view -> view.facts(Runs.class).of(id)).orElseThrow();
    }

    @Test
    void end_givesTheServersBack_andIsTakenOnce() {
        assertThat(begin(ANA, ONE).isRunning()).isTrue();
        assertThat(begin(ANA, ONE)).as("the same again").isEqualTo(known());

        Run ended = end(ANA, "one", 7, false);

        assertThat(ended.ending()).contains(new Run.Ending(Run.How.EXITED, Optional.of(7), START + MINUTE));
        assertThat(closed()).contains(Event.Cause.FINISHED_EARLY);
        assertThat(end(ANA, "one", 9, true)).as("the first report counts").isEqualTo(ended);
        assertThat(site.deeds()).endsWith("ana run r1", "ana run-end r1");
    }

    @Test
    void outOfMemory_isToldApart() {
        begin(ANA, ONE);

        Run ended = site.write(
                ANA,
                transaction -> RunReports.end(
                        transaction, ANA, id, new RunReports.End("one", Run.How.OUT_OF_MEMORY, 125, false)));

        assertThat(ended.ending()).contains(new Run.Ending(Run.How.OUT_OF_MEMORY, Optional.of(125), START + MINUTE));
        assertThat(closed()).contains(Event.Cause.FINISHED_EARLY);
    }

    @Test
    void endOfATask_leavesTheReservationToItsPlan() {
        begin(ANA, ONE);

        Run ended = site.write(
                ANA,
                transaction ->
                        RunReports.end(transaction, ANA, id, new RunReports.End("one", Run.How.EXITED, 0, true)));

        assertThat(ended.isRunning()).isFalse();
        assertThat(closed()).isEmpty();
    }

    @Test
    void aSecondRunner_isRefused_whileItRunsAndAfter() {
        begin(ANA, ONE);
        RunReports.Beginning two = new RunReports.Beginning("two", "cx", "make", false);

        rejected(Code.ALREADY_RUNS, "r1 already runs python on dgx since 2027-01-15T08:01:00Z", () -> begin(ANA, two));
        rejected(Code.ALREADY_RUNS, "a reservation runs one command", () -> end(ANA, "two", 0, false));
        end(ANA, "one", 0, false);
        rejected(Code.UNKNOWN_RESERVATION, "r1 does not exist or has ended", () -> begin(ANA, two));
    }

    @Test
    void others_areRefused() {
        rejected(Code.NOT_ALLOWED, "belongs to another user", () -> begin(BEN, ONE));
        begin(ANA, ONE);
        rejected(Code.NOT_ALLOWED, "belongs to another user", () -> begin(BEN, ONE));
        rejected(Code.NOT_ALLOWED, "belongs to another user", () -> end(BEN, "one", 0, false));
    }

    @Test
    void whatHasNotStarted_doesNotRun() {
        id = site.write(
                        ANA,
                        transaction -> Bookings.book(
                                transaction,
                                ANA,
                                TestSite.job("ana", new Window(START + HOUR, START + 2 * HOUR), 1),
                                null))
                .id();

        rejected(Code.NOT_RUNNING, "it starts at 2027-01-15T09:00:00Z", () -> begin(ANA, ONE));
        rejected(Code.NOT_RUNNING, "Nothing runs in reservation r2", () -> end(ANA, "one", 0, false));
    }

    @Test
    void closedWithoutAReport_isLost_untilItComes() {
        begin(ANA, ONE);
        site.pass(HOUR);

        assertThat(known().ending().orElseThrow().how()).isEqualTo(Run.How.LOST);

        end(ANA, "one", 143, true);

        assertThat(known().ending())
                .contains(new Run.Ending(Run.How.CUT_SHORT, Optional.of(143), START + HOUR + MINUTE));
        assertThat(closed()).contains(Event.Cause.ENDED);
    }

    /** Heard at 08:01 and at 08:05; silent from then on, so over after 08:15. */
    @Test
    void silentRunner_givesTheServersBack() {
        begin(ANA, ONE);
        Beats beats = Beats.of(site.site());
        SilenceWatch watch = new SilenceWatch(site.site(), beats, new SilenceLimits(Map.of()), none -> false);
        long now = START + MINUTE;
        while (now < START + 15 * MINUTE) {
            now += MINUTE;
            site.pass(MINUTE);
            if (now == START + 5 * MINUTE) {
                assertThat(beats.hear(id, ANA, "one", now)).isTrue();
                assertThat(beats.hear(id, BEN, "one", now + HOUR)).isFalse();
                assertThat(beats.hear(id, ANA, "two", now + HOUR)).isFalse();
            }
            watch.look(now);
        }
        assertThat(closed()).isEmpty();

        watch.look(now + 1);

        assertThat(closed()).contains(Event.Cause.FINISHED_EARLY);
        assertThat(known().ending().orElseThrow().how()).isEqualTo(Run.How.LOST);
        assertThat(site.deeds()).endsWith("site finish r1");
    }

    /** The answer to a beginning is sent before anything else hears of it: here, while the listeners are still being told. */
    @Test
    void firstBeat_isHeard_howeverSoonItComes() {
        AtomicReference<Beats> beats = new AtomicReference<>();
        CompletableFuture<Boolean> heard = new CompletableFuture<>();
        site.site().listen(told -> heard.complete(beats.get().hear(id, ANA, "one", told.time())));
        beats.set(Beats.of(site.site()));

        begin(ANA, ONE);

        assertThat(heard.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    }

    /** The answer to an end, too: its runner is not heard from then on, also while the listeners are still being told. */
    @Test
    void beatAfterTheEnd_isNotHeard_howeverSoonItComes() {
        begin(ANA, ONE);
        AtomicReference<Beats> beats = new AtomicReference<>();
        CompletableFuture<Boolean> heard = new CompletableFuture<>();
        site.site().listen(told -> heard.complete(beats.get().hear(id, ANA, "one", told.time())));
        beats.set(Beats.of(site.site()));

        end(ANA, "one", 0, false);

        assertThat(heard.orTimeout(30, TimeUnit.SECONDS).join()).isFalse();
    }

    /** Silent runner whose job goes on, like a Slurm job after its runner was killed. */
    @Test
    void silentRunner_whoseServersAreInUse_keepsThem() {
        begin(ANA, ONE);
        AtomicBoolean inUse = new AtomicBoolean(true);
        SilenceWatch watch =
                new SilenceWatch(site.site(), Beats.of(site.site()), new SilenceLimits(Map.of()), any -> inUse.get());
        for (int minute = 2; minute <= 30; minute++) {
            site.pass(MINUTE);
            watch.look(START + minute * MINUTE);
        }
        assertThat(closed()).isEmpty();

        inUse.set(false);
        watch.look(START + 30 * MINUTE + 1);

        assertThat(closed()).contains(Event.Cause.FINISHED_EARLY);
        assertThat(end(ANA, "one", 9, false).ending())
                .get()
                .extracting(Run.Ending::code)
                .isEqualTo(Optional.of(9));
    }

    @Test
    void whoCouldNotHear_countsAnew() {
        begin(ANA, ONE);
        SilenceWatch watch =
                new SilenceWatch(site.site(), Beats.of(site.site()), new SilenceLimits(Map.of()), none -> false);

        watch.look(START + 40 * MINUTE);
        watch.look(START + 41 * MINUTE);

        assertThat(closed()).isEmpty();
    }

    @Test
    void never_isNever_andPlainBookingsAreNotWatched() {
        Pool fast = site.read(view -> view.pools().getFirst());
        SilenceWatch plain =
                new SilenceWatch(site.site(), Beats.of(site.site()), new SilenceLimits(Map.of()), none -> false);
        for (int minute = 1; minute <= 30; minute++) {
            plain.look(START + minute * MINUTE);
        }
        begin(ANA, ONE);
        SilenceWatch patient = new SilenceWatch(
                site.site(),
                Beats.of(site.site()),
                new SilenceLimits(Map.of(fast.id(), Long.MAX_VALUE)),
                none -> false);
        for (int minute = 31; minute <= 59; minute++) {
            patient.look(START + minute * MINUTE);
        }

        assertThat(closed()).isEmpty();
    }
}
