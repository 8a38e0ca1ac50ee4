package dev.berth.service.report;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.project.Project;
import dev.berth.service.project.Projects;
import dev.berth.site.Committed;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger against hand-computed cases, and against a count of all events from the first one on. */
class UsageLedgerTest {
    /** Begins at 08:00 UTC. A slow server costs 1.00 an hour, half as much as a fast one. */
    private static final LocalDate DAY = LocalDate.of(2027, 1, 15);

    private TestSite site;
    private final List<Committed> committed = new ArrayList<>();

    @BeforeEach
    void open() {
        site = new TestSite(new Pool("fast", 4, "1"), new Pool("slow", 4, "0.5"));
        for (String pool : List.of("fast", "slow")) {
            site.submit(new Command.SetTariff(
                    new PoolId(pool), Tariff.flat(Money.of("2"), HOUR).withFees(200_000, 100_000)));
        }
        site.site().listen(each -> {
            synchronized (committed) {
                committed.add(each);
            }
        });
    }

    @AfterEach
    void close() {
        site.close();
    }

    private ReservationId reserve(Account user, long from, long to, int servers) {
        Decision decision =
                site.submit(new Command.Reserve(job(user.name(), new Window(START + from, START + to), servers)));
        return ((Decision.Accepted) decision)
                .events().stream()
                        .filter(Event.Reserved.class::isInstance)
                        .map(event -> ((Event.Reserved) event).reservation().id())
                        .findFirst()
                        .orElseThrow();
    }

    private Map<String, UsedAmounts> report(UsageReport.By by, LocalDate from, LocalDate to) {
        return site.read(view -> UsageReport.of(view, by, from, to, user -> true))
                .rows();
    }

    private UsedAmounts of(String user, LocalDate from, LocalDate to) {
        return report(UsageReport.By.USER, from, to).getOrDefault(user, UsedAmounts.NONE);
    }

    private static UsedAmounts hours(long booked, long used, String cost) {
        return new UsedAmounts(booked * HOUR, used * HOUR, Money.of(cost).millionths());
    }

    @Test
    void whatCrossesMidnight_isDividedByDay_beforeItRunsAndAfterItEnded() {
        reserve(ANA, 12 * HOUR, 20 * HOUR, 2);
        LocalDate next = DAY.plusDays(1);
        assertThat(of("ana", DAY, next)).isEqualTo(hours(8, 0, "16"));
        assertThat(of("ana", next, next.plusDays(1))).isEqualTo(hours(8, 0, "0"));
        site.pass(14 * HOUR);
        assertThat(of("ana", DAY, next)).isEqualTo(hours(8, 4, "16"));
        site.pass(10 * HOUR);
        assertThat(of("ana", DAY, next)).isEqualTo(hours(8, 8, "16"));
        assertThat(of("ana", next, next.plusDays(1))).isEqualTo(hours(8, 8, "0"));
        assertThat(of("ana", DAY.minusDays(9), DAY)).isEqualTo(UsedAmounts.NONE);
    }

    @Test
    void earlyEnds_noShows_andCancellations() {
        ReservationId early = reserve(ANA, HOUR, 5 * HOUR, 1);
        ReservationId never = reserve(BEN, HOUR, 3 * HOUR, 1);
        ReservationId stopped = reserve(BEN, HOUR, 5 * HOUR, 1);
        ReservationId before = reserve(ANA, 9 * HOUR, 10 * HOUR, 1);
        site.submit(new Command.Cancel(before));
        site.pass(2 * HOUR);
        site.submit(new Command.Finish(early));
        site.submit(new Command.NoShow(never));
        site.submit(new Command.Cancel(stopped));
        assertThat(of("ana", DAY, DAY.plusDays(1)))
                .as("four hours booked for 4.00, one used; the fee of the other is a fifth of 1.00")
                .isEqualTo(hours(4, 1, "4.20"));
        UsedAmounts ben = of("ben", DAY, DAY.plusDays(1));
        assertThat(ben.booked()).isEqualTo(6 * HOUR);
        assertThat(ben.used()).isEqualTo(HOUR);
        assertThat(ben.idle()).isEqualTo(5 * HOUR);
    }

    @Test
    void refusals_andProjects() {
        site.set(ANA.withProject(Optional.of("climate")));
        site.write(ANA, transaction -> {
            transaction.record(Projects.KIND, Project.named("ice").with("ana"));
            UsageLedger.refused(
                    transaction,
                    Map.of(
                            new Refusals("ana", Optional.empty(), "quota"),
                            new Tally(3, 6 * HOUR),
                            new Refusals("ana", Optional.of("ice"), "quota"),
                            new Tally(1, HOUR),
                            new Refusals("ana", Optional.of("nowhere"), "quota"),
                            new Tally(1, 0),
                            new Refusals("ben", Optional.empty(), "quota"),
                            new Tally(1, 2 * HOUR)));
            return true;
        });
        reserve(ANA, HOUR, 2 * HOUR, 1);
        assertThat(report(UsageReport.By.PROJECT, DAY, DAY.plusDays(1)))
                .as("a project counts only for its members")
                .isEqualTo(new TreeMap<>(Map.of(
                        "",
                        new UsedAmounts(0, 0, 0, 1, 2 * HOUR, 0, 0, 0),
                        "climate",
                        new UsedAmounts(HOUR, 0, 1_000_000, 4, 6 * HOUR, 0, 0, 0),
                        "ice",
                        new UsedAmounts(0, 0, 0, 1, HOUR, 0, 0, 0))));
        assertThat(report(UsageReport.By.POOL, DAY, DAY.plusDays(1)).keySet()).containsExactly("", "slow");
    }

    @Test
    void oldDays_areSummedUpByMonth_andEveryStepIsTakenBackExactly() {
        UsageLedger ledger = new UsageLedger();
        Deque<Undo> undo = new ArrayDeque<>();
        Deque<List<String>> states = new ArrayDeque<>();
        Random random = new Random(7);
        long time = START;
        for (int i = 0; i < 400; i++) {
            time += random.nextLong(4 * UsageLedger.DAY);
            long start = time - random.nextLong(600 * UsageLedger.DAY);
            Spent spent = new Spent(
                    "u" + random.nextInt(3),
                    Optional.empty(),
                    "p",
                    start,
                    start + random.nextLong(90 * HOUR),
                    start,
                    2,
                    5,
                    1,
                    Optional.empty(),
                    Optional.of(HOUR),
                    Optional.of(1L),
                    Optional.of(2 * HOUR),
                    Optional.empty(),
                    random.nextBoolean() ? Optional.empty() : Optional.of(250_000),
                    random.nextBoolean() ? Optional.empty() : Optional.of(Map.of("gpu", 4_000L)));
            states.push(state(ledger));
            undo.push(ledger.apply(spent, time, ""));
        }
        UsedAmounts[] sum = {UsedAmounts.NONE};
        ledger.between(Long.MIN_VALUE, Long.MAX_VALUE, (key, amounts) -> sum[0] = sum[0].plus(amounts));
        assertThat(sum[0].refused()).isEqualTo(400);
        assertThat(sum[0].asked()).isEqualTo(400 * HOUR);
        assertThat(sum[0].broken()).isEqualTo(400);
        assertThat(sum[0].lost()).isEqualTo(800 * HOUR);
        assertThat(sum[0].cost()).isEqualTo(2_000);
        assertThat(state(ledger)).hasSizeLessThan(3 * 450);
        while (!undo.isEmpty()) {
            undo.pop().undo();
            assertThat(state(ledger)).isEqualTo(states.pop());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyReport_isWhatAllEventsSay(long seed) {
        Random random = new Random(seed);
        List<ReservationId> known = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            step(random, known);
        }
        List<Committed> all = allCommitted();
        for (int i = 0; i < 20; i++) {
            LocalDate from = DAY.plusDays(random.nextInt(8) - 1);
            LocalDate to = from.plusDays(1 + random.nextInt(6));
            for (UsageReport.By by : UsageReport.By.values()) {
                assertThat(report(by, from, to))
                        .as("seed %d %s %s", seed, from, to)
                        .isEqualTo(counted(all, by, from, to));
            }
        }
        replayGivesTheSame(all);
    }

    /** A change is answered before it is told; once the next one is answered, it has been told. */
    private List<Committed> allCommitted() {
        site.pass(0);
        synchronized (committed) {
            return List.copyOf(committed);
        }
    }

    private void step(Random random, List<ReservationId> known) {
        long now = site.read(view -> view.now()) - START;
        Account user = random.nextBoolean() ? ANA : BEN;
        ReservationId some = known.isEmpty() ? null : known.get(random.nextInt(known.size()));
        int dice = random.nextInt(10);
        if (some == null || dice < 4) {
            long from = now + random.nextLong(20 * HOUR);
            Decision decision = site.submit(new Command.Reserve(job(
                    user.name(),
                    new Window(START + from, START + from + 1 + random.nextLong(30 * HOUR)),
                    1 + random.nextInt(3))));
            if (decision instanceof Decision.Accepted accepted) {
                accepted.events().stream()
                        .filter(Event.Reserved.class::isInstance)
                        .forEach(event ->
                                known.add(((Event.Reserved) event).reservation().id()));
            }
            return;
        }
        switch (dice) {
            case 4 -> site.submit(new Command.Cancel(some));
            case 5 -> site.submit(new Command.Finish(some));
            case 6 -> site.submit(new Command.NoShow(some));
            default -> site.pass(random.nextLong(6 * HOUR));
        }
    }

    /** From nothing but the events: how every reservation was last, and how it closed. */
    private Map<String, UsedAmounts> counted(List<Committed> all, UsageReport.By by, LocalDate from, LocalDate to) {
        Map<ReservationId, Reservation> open = new HashMap<>();
        TreeMap<String, UsedAmounts> rows = new TreeMap<>();
        long start = from.toEpochDay() * 24 * HOUR;
        long end = to.toEpochDay() * 24 * HOUR;
        for (Committed each : all) {
            for (Event event : each.events()) {
                switch (event) {
                    case Event.Reserved e -> open.put(e.reservation().id(), e.reservation());
                    case Event.Changed e -> open.put(e.reservation().id(), e.reservation());
                    case Event.Moved e -> e.reservations().forEach(one -> open.put(one.id(), one));
                    case Event.Started e ->
                        open.computeIfPresent(e.reservation(), (id, one) -> one.started(e.servers()));
                    case Event.Closed e -> {
                        Reservation one = open.remove(e.reservation());
                        if (e.cause() == Event.Cause.ENDED) {
                            count(rows, by, one, one.window().end(), start, end);
                        } else if (e.cause() == Event.Cause.NO_SHOW) {
                            count(rows, by, one, one.window().start(), start, end);
                        } else {
                            count(rows, by, one, each.time(), start, end);
                        }
                    }
                    default -> {}
                }
            }
        }
        long now = site.read(view -> view.now());
        open.values().forEach(one -> {
            Reservation counted = one.isRunning() ? one : one.in(Reservation.State.RUNNING);
            count(rows, by, counted, one.isRunning() ? now : one.window().start(), start, end);
        });
        return rows;
    }

    /** Millisecond by millisecond it would be the same, and slower. */
    private static void count(
            Map<String, UsedAmounts> rows, UsageReport.By by, Reservation one, long until, long from, long to) {
        long begin = one.window().start();
        long booked = one.isRunning() ? Math.max(0, Math.min(one.window().end(), to) - Math.max(begin, from)) : 0;
        long used = one.isRunning()
                ? Math.max(0, Math.min(Math.min(until, one.window().end()), to) - Math.max(begin, from))
                : 0;
        long cost = one.agreement().price().plus(one.agreement().fees()).millionths();
        int servers = one.placement().count();
        UsedAmounts amounts = new UsedAmounts(booked * servers, used * servers, begin >= from && begin < to ? cost : 0);
        String name = switch (by) {
            case USER -> one.job().user();
            case PROJECT -> "";
            case POOL -> one.placement().pool().name();
        };
        if (!amounts.equals(UsedAmounts.NONE)) {
            rows.merge(name, amounts, UsedAmounts::plus);
        }
    }

    private void replayGivesTheSame(List<Committed> all) {
        List<String> live = site.read(view -> state(view.facts(UsageLedger.class)));
        UsageLedger replayed = new UsageLedger();
        for (Committed each : all) {
            each.facts().stream()
                    .filter(fact -> fact.kind().equals(UsageLedger.KIND))
                    .forEach(fact -> replayed.apply((Spent) fact.value(), each.time(), each.actor()));
        }
        assertThat(state(replayed)).isEqualTo(live);
        UsageLedger restored = new UsageLedger();
        restored.restore(
                site.read(view -> view.facts(UsageLedger.class).capture().toList())
                        .iterator());
        assertThat(state(restored)).isEqualTo(live);
    }

    private static List<String> state(UsageLedger ledger) {
        return ledger.capture()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }
}
