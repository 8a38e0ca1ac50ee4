package dev.berth.service.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Pools;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UsageReport;
import dev.berth.service.report.UseFact;
import dev.berth.service.report.UseSums;
import dev.berth.service.runs.Run;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Measurements of two cards by a guard, and the end of reservations that are idle. */
class UseWatchTest {
    private static final long ROUND = 30_000;
    private static final long LIMIT = Duration.ofMinutes(30).toMillis();
    private static final PoolId CARDS = new PoolId("cards");
    private static final int UNKNOWN = -1;

    private final TestSite site = new TestSite();
    private UseMeters meters = meters(IdleRule.Then.END);
    private UseWatch watch = new UseWatch(site.site(), meters, id -> false);
    private final List<ReservationId> given = new ArrayList<>();
    private boolean mayBeInUse;
    /** Thousandths of cores that ana uses. */
    private long cores;

    UseWatchTest() {
        PoolJson.Planned cards = new PoolJson.Planned(
                new Pool("cards", 2, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(
                        new NamedServer("left", Optional.of("dgx"), Optional.of("GPU-a")),
                        new NamedServer("right", Optional.of("dgx"), Optional.of("GPU-b"))));
        site.write(TestSite.OLGA, transaction -> {
            Pools.add(transaction, cards);
            return true;
        });
    }

    private UseMeters meters(IdleRule.Then then) {
        return new UseMeters(
                new IdleRules(Map.of(CARDS, new IdleRule(5, LIMIT, then, 4 * LIMIT))),
                UnixUsers.SAME,
                () -> site.site().clock().elapsed());
    }

    private void rule(IdleRule.Then then) {
        meters = meters(then);
        watch = new UseWatch(site.site(), meters, id -> mayBeInUse);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private ReservationId booked(int servers, int hours) {
        long now = site.site().clock().millis();
        Job job = TestSite.job("ana", new Window(now, now + hours * TestSite.HOUR), servers);
        assertThat(site.submit(new Command.Reserve(job))).isInstanceOf(Decision.Accepted.class);
        site.pass(1);
        return site.read(view -> view.reservations().stream()
                .map(Reservation::id)
                .max(Comparator.naturalOrder())
                .orElseThrow());
    }

    /** A reading in which the cards are this busy, in percent; a card that is not known is left out. */
    private void look(int left, int right, int heldOnRight) {
        List<HostReading.Card> cards = new ArrayList<>();
        cards.add(card("GPU-a", 0, left, left > 0 ? 5_000 : 0));
        cards.add(card("GPU-b", 1, right, heldOnRight));
        HostReading reading = new HostReading(
                "dgx",
                Set.of("GPU-a", "GPU-b"),
                true,
                List.of(),
                cards,
                Optional.of(cores == 0 ? List.of() : List.of(new HostReading.UserLoad("ana", cores, 0))),
                Duration.ofMillis(ROUND));
        List<IdleState> states = site.write(TestSite.OLGA, transaction -> meters.take(transaction.view(), reading));
        given.addAll(watch.carryOut(states));
    }

    private static HostReading.Card card(String device, int number, int busy, long used) {
        return new HostReading.Card(
                device,
                number,
                100_000,
                busy == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(busy),
                OptionalLong.of(used));
    }

    private void rounds(int minutes, int left, int right) {
        rounds(minutes, left, right, right > 0 ? 5_000 : 0);
    }

    private void rounds(int minutes, int left, int right, int heldOnRight) {
        for (long passed = 0; passed < minutes * 60_000L; passed += ROUND) {
            site.pass(ROUND);
            look(left, right, heldOnRight);
        }
    }

    private boolean runs(ReservationId id) {
        return site.open(id).filter(Reservation::isRunning).isPresent();
    }

    private List<String> deeds() {
        return site.deeds().stream().filter(deed -> deed.startsWith("site ")).toList();
    }

    @Test
    void idleFromTheStart_isToldAndThenEnds() {
        ReservationId id = booked(2, 8);
        rounds(15, 0, 0);
        assertThat(deeds()).isEmpty();
        rounds(1, 0, 0);
        assertThat(deeds()).containsExactly("site warn-idle " + id);
        rounds(14, 0, 0);
        assertThat(runs(id)).isTrue();
        rounds(1, 0, 0);
        assertThat(runs(id)).isFalse();
        assertThat(given).containsExactly(id);
        assertThat(deeds()).endsWith("site finish " + id);
    }

    @Test
    void idleAfterBusy_countsFromTheLastUse() {
        ReservationId id = booked(2, 8);
        rounds(29, 0, 0);
        rounds(1, 5, 0);
        rounds(30, 4, 4);
        assertThat(runs(id)).isTrue();
        rounds(1, 4, 4);
        assertThat(runs(id)).as("4% is below 5%").isFalse();
    }

    @Test
    void memoryThatIsHeldAtNoUse_isIdle() {
        ReservationId id = booked(2, 8);
        rounds(32, 0, 0, 90_000);
        assertThat(runs(id)).isFalse();
    }

    @Test
    void aReadingThatIsMissing_isNotIdle() {
        ReservationId id = booked(2, 8);
        rounds(120, 0, UNKNOWN);
        assertThat(runs(id)).as("one card tells nothing").isTrue();
        rounds(16, 0, 0);
        site.pass(5 * ROUND);
        rounds(29, 0, 0);
        assertThat(runs(id)).as("nobody looked for 150 s").isTrue();
        rounds(3, 0, 0);
        assertThat(runs(id)).isFalse();
    }

    @Test
    void aRestart_countsAnew() {
        ReservationId id = booked(2, 8);
        rounds(29, 0, 0);
        rule(IdleRule.Then.END);
        rounds(29, 0, 0);
        assertThat(runs(id)).isTrue();
    }

    @Test
    void kept_nothingIsGivenBackForThatLong_andThenItCountsAnew() {
        ReservationId id = booked(2, 8);
        rounds(20, 0, 0);
        long until = site.site().clock().millis() + 2 * TestSite.HOUR;
        site.write(TestSite.ANA, transaction -> {
            transaction.record(MeasuredUses.KIND, new UseFact.Kept(id.number(), until));
            return true;
        });
        meters.kept(id);
        rounds(120 + 29, 0, 0);
        assertThat(runs(id)).isTrue();
        rounds(3, 0, 0);
        assertThat(runs(id)).isFalse();
    }

    @Test
    void warn_tellsOnceAndGivesNothingBack() {
        rule(IdleRule.Then.WARN);
        ReservationId id = booked(2, 8);
        rounds(29, 0, 0);
        assertThat(deeds()).isEmpty();
        rounds(200, 0, 0);
        assertThat(deeds()).containsExactly("site warn-idle " + id);
        assertThat(runs(id)).isTrue();
    }

    @Test
    void shrink_givesBackTheCardThatIsIdleAndEmpty_forLess() {
        rule(IdleRule.Then.SHRINK);
        site.submit(new Command.SetTariff(CARDS, Tariff.flat(Money.of("1"), TestSite.HOUR)));
        ReservationId id = booked(2, 8);
        Money before = site.open(id).orElseThrow().agreement().price();
        rounds(32, 0, 90);
        Reservation rest = site.open(id).orElseThrow();
        assertThat(rest.placement().servers()).isEqualTo(ServerSet.of(1));
        assertThat(before).isEqualTo(Money.of("16"));
        assertThat(rest.agreement().price()).isEqualTo(Money.of("8"));
        // The card is used up for 30.5 minutes of the 8 hours for which it cost 8.
        assertThat(rest.agreement().fees()).isEqualTo(Money.of("0.51"));
        assertThat(deeds()).endsWith("site give-back-idle " + id);
        rounds(60, 0, 90);
        assertThat(runs(id)).isTrue();
        rounds(32, 0, 0);
        assertThat(runs(id)).as("the rest is idle, too").isFalse();
    }

    /** Two cards for 8 hours cost 16. After 30.5 minutes 1.02 is used up, and 20% of 14.98 are due for the rest. */
    @Test
    void end_settlesThePriceAsACancellationDoes() {
        site.submit(new Command.SetTariff(
                CARDS, Tariff.flat(Money.of("1"), TestSite.HOUR).withFees(200_000, 0)));
        ReservationId id = booked(2, 8);
        rounds(31, 0, 0);
        assertThat(runs(id)).isFalse();
        Reservation over = site.read(view -> view.past(id).orElseThrow().reservation());
        assertThat(over.agreement().price()).isEqualTo(Money.of("1.02"));
        assertThat(over.agreement().fees()).isEqualTo(Money.of("3.00"));
        LocalDate day = LocalDate.ofInstant(site.site().clock().instant(), ZoneOffset.UTC);
        UsageReport report = site.read(
                view -> UsageReport.of(view, UsageReport.By.USER, day.minusDays(1), day.plusDays(1), user -> true));
        assertThat(report.total().cost())
                .as("the ledger")
                .isEqualTo(Money.of("4.02").millionths());
    }

    /** The process that computes on the other card keeps a core busy. */
    @Test
    void shrink_goesByTheCards_whateverTheCoresDo() {
        rule(IdleRule.Then.SHRINK);
        ReservationId id = booked(2, 8);
        cores = 1_000;
        rounds(32, 0, 90);
        assertThat(site.open(id).orElseThrow().placement().servers()).isEqualTo(ServerSet.of(1));
        ReservationId other = booked(1, 8);
        rounds(120, 0, 0);
        assertThat(runs(id) && runs(other)).as("somebody is at work").isTrue();
    }

    @Test
    void shrink_whereAllCardsAreEmptyAndTheCoresCompute_leavesThem() {
        rule(IdleRule.Then.SHRINK);
        ReservationId id = booked(2, 8);
        cores = 1_000;
        rounds(120, 0, 0);
        assertThat(site.open(id).orElseThrow().placement().count()).isEqualTo(2);
        assertThat(deeds()).isEmpty();
    }

    @Test
    void shrink_leavesACardOnWhichSomethingIsHeld_untilAllIsIdle() {
        rule(IdleRule.Then.SHRINK);
        ReservationId id = booked(2, 8);
        rounds(60, 90, 0, 500);
        assertThat(site.open(id).orElseThrow().placement().count()).isEqualTo(2);
        rounds(32, 0, 0, 500);
        assertThat(runs(id)).isFalse();
    }

    @Test
    void whatAClusterMayUse_isLeftAlone() {
        mayBeInUse = true;
        rule(IdleRule.Then.END);
        ReservationId id = booked(2, 8);
        rounds(120, 0, 0);
        assertThat(runs(id)).isTrue();
        assertThat(deeds()).isEmpty();
    }

    @Test
    void severalThatAreIdleTogether_areDoubted() {
        ReservationId one = booked(1, 8);
        ReservationId other = booked(1, 8);
        rounds(58, 0, 0);
        assertThat(runs(one) && runs(other)).isTrue();
        rounds(4, 0, 0);
        assertThat(runs(one) || runs(other)).isFalse();
    }

    /** One card is busy for an hour, the other is not: two hours of cards are measured, and one of them was used. */
    @Test
    void sums_areDurableAndInTheReport() {
        ReservationId id = booked(2, 2);
        rounds(60, 50, 0);
        rounds(2, 50, 0);
        watch.look();
        UseSums sums = site.read(view -> view.facts(MeasuredUses.class).of(id));
        assertThat(sums.measured()).isEqualTo(2 * (62 * 60_000 - ROUND));
        assertThat(sums.used()).isEqualTo(sums.measured() / 2);
        assertThat(sums.load()).isEqualTo(sums.measured() / 4);
        LocalDate day = LocalDate.ofInstant(site.site().clock().instant(), ZoneOffset.UTC);
        UsageReport report = site.read(
                view -> UsageReport.of(view, UsageReport.By.USER, day.minusDays(1), day.plusDays(1), user -> true));
        assertThat(report.measured()).containsEntry("ana", sums);
        site.write(TestSite.ANA, transaction -> transaction.submit(new Command.Finish(id)));
        watch.look();
        watch.look();
        assertThat(site.read(view -> meters.measured(view, id))
                        .sketch()
                        .orElseThrow()
                        .cards())
                .as("the chart stays")
                .startsWith("44");
    }

    /** The runner sees its own command alone: it may see use, and of cards that all are idle. */
    @Test
    void aRunner_seesUseThatTheGuardDoesNot() {
        ReservationId id = booked(2, 8);
        Run run = new Run(id.number(), "ana", "runner", "dgx", "train", 0, Optional.empty());
        for (int minute = 0; minute < 60; minute++) {
            rounds(1, 0, 0);
            UseMeters.OwnReading reading = new UseMeters.OwnReading(
                    run,
                    "dgx",
                    List.of(card("GPU-a", 0, 0, 0), card("GPU-b", 1, 0, 0)),
                    minute < 30 ? 800 : 100,
                    0,
                    Duration.ofMinutes(1));
            site.write(
                    TestSite.OLGA,
                    transaction -> meters.take(
                            transaction.view(),
                            transaction.view().reservation(id).orElseThrow(),
                            reading));
        }
        assertThat(runs(id)).as("30 minutes since its command computed").isTrue();
        rounds(1, 0, 0);
        assertThat(runs(id)).as("31 minutes since its command computed").isFalse();
    }
}
