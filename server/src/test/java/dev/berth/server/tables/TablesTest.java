package dev.berth.server.tables;

import static dev.berth.server.tables.ReportedSite.HOUR;
import static dev.berth.server.tables.ReportedSite.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.report.UsageReport;
import dev.berth.site.Past;
import dev.berth.site.View;
import dev.berth.wire.Names;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables against hand-computed cases, against what the site itself knows, and after faults. */
@Timeout(120)
class TablesTest {
    private static final List<String> VIEWS =
            List.of("reservations", "refusals", "utilisation_hourly", "usage_by_user");

    private final ReportedSite life = new ReportedSite();

    @AfterEach
    void close() {
        life.close();
    }

    private void follow() throws Exception {
        try (Tables tables = Tables.open(life.database.address())) {
            while (tables.step(0) < tables.last()) {
                Thread.onSpinWait();
            }
        }
    }

    private List<String> rows(String sql) {
        return life.database.rows(sql);
    }

    private List<String> all() {
        TreeSet<String> all = new TreeSet<>();
        VIEWS.forEach(view -> rows("SELECT * FROM berth_report." + view).forEach(row -> all.add(view + " " + row)));
        rows("SELECT * FROM berth_report.hour").forEach(row -> all.add("hour " + row));
        return List.copyOf(all);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    @Test
    void oneReservation_byHand() throws Exception {
        // 08:00 UTC on 15 January 2027.
        life.submit(new Command.Reserve(ReportedSite.job("ben", START + HOUR / 2, START + 5 * HOUR / 2, 3)));
        life.refuse("ana", 2);
        follow();
        assertThat(rows("SELECT reservation, user_name, project, job, pool, servers, state, price FROM"
                        + " berth_report.reservations"))
                .containsExactly("r1|ben|climate|job|slow|3|waiting|6.000000");
        life.pass(2 * HOUR);
        follow();
        String hours = "SELECT to_char(hour AT TIME ZONE 'UTC', 'HH24:MI'), capacity_server_hours::real,"
                + " booked_server_hours::real, used_server_hours::real, utilisation FROM berth_report.utilisation_hourly"
                + " WHERE pool = 'slow' ORDER BY hour";
        assertThat(rows(hours))
                .containsExactly("08:00|4|1.5|1.5|0.375000", "09:00|4|3|3|0.750000", "10:00|4|1.5|0|0.375000");
        life.submit(new Command.Finish(new ReservationId(1)));
        life.account("ben", Optional.of("physics"));
        follow();
        assertThat(rows(hours))
                .containsExactly("08:00|4|1.5|1.5|0.375000", "09:00|4|3|3|0.750000", "10:00|4|0|0|0.000000");
        assertThat(
                        rows(
                                "SELECT day, user_name, project, pool, booked_server_hours::real, used_server_hours::real,"
                                        + " cost, refused, refused_server_hours::real FROM berth_report.usage_by_user ORDER BY user_name"))
                .containsExactly("2027-01-15|ana|||0|0|0.000000|2|1", "2027-01-15|ben|climate|slow|6|4.5|6.000000|0|0");
        assertThat(rows("SELECT user_name, project, reason, requests, server_hours::real FROM berth_report.refusals"))
                .containsExactly("ana||no-capacity|2|1");
        assertThat(rows("SELECT state, project, closed_at - starts_at FROM berth_report.reservations"))
                .containsExactly("finished-early|climate|01:30:00");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rebuilt_isIncremental_isWhatTheSiteKnows(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 220; i++) {
            life.step(random);
            if (random.nextInt(9) == 0) {
                follow();
            }
        }
        life.pass(0);
        follow();
        List<String> incremental = all();
        assertThat(states()).as("seed %d", seed).isEqualTo(life.site.read(TablesTest::states));
        assertThat(usage()).as("seed %d", seed).isEqualTo(life.site.read(TablesTest::usage));
        assertThat(hours()).as("seed %d", seed).isEqualTo(life.site.read(TablesTest::hours));
        assertThat(Tables.rebuild(life.database.address(), done -> {})).isEqualTo(life.site.read(View::version));
        assertThat(all()).as("seed %d", seed).isEqualTo(incremental);
        // Of a host with two parts one job may take all cards and another all cores.
        assertThat(rows("SELECT hour FROM berth_report.utilisation_hourly"
                        + " WHERE utilisation > CASE WHEN pool = 'hosts' THEN 2 ELSE 1 END"))
                .as("seed %d", seed)
                .isEmpty();
    }

    private Map<String, String> states() {
        TreeMap<String, String> found = new TreeMap<>();
        rows("SELECT reservation, state, user_name, pool, servers, extract(epoch FROM starts_at) * 1000,"
                        + " extract(epoch FROM closed_at) * 1000 FROM berth_report.reservations"
                        + " WHERE state NOT IN ('queued', 'refused') AND starts_at IS NOT NULL")
                .forEach(row -> {
                    String[] cells = row.replace(".000000", "").split("\\|", 2);
                    found.put(cells[0], cells[1]);
                });
        return found;
    }

    private static Map<String, String> states(View view) {
        TreeMap<String, String> known = new TreeMap<>();
        for (Past past : view.past()) {
            known.put(past.reservation().id().toString(), text(past.reservation(), past.cause()) + past.closed());
        }
        for (Reservation open : view.reservations()) {
            known.put(open.id().toString(), text(open, open.state()));
        }
        for (Degraded degraded : view.degraded()) {
            known.put(
                    degraded.reservation().id().toString(),
                    text(degraded.reservation(), Reservation.State.WAITING).replace("waiting", "degraded"));
        }
        return known;
    }

    private static String text(Reservation of, Enum<?> state) {
        return "%s|%s|%s|%d|%d|"
                .formatted(
                        Names.of(state),
                        of.job().user(),
                        of.placement().pool().name(),
                        of.placement().count(),
                        of.window().start());
    }

    private static final LocalDate DAY = LocalDate.of(2027, 1, 15);

    private Map<String, String> usage() {
        TreeMap<String, String> found = new TreeMap<>();
        for (String by : List.of("user_name", "project", "pool")) {
            rows("SELECT day, " + by + ", round(sum(booked_server_hours) * 3600000), round(sum(used_server_hours) *"
                            + " 3600000), round(sum(cost) * 1000000), sum(refused), round(sum(refused_server_hours) * 3600000), sum(promises_not_kept),"
                            + " round(sum(not_given_server_hours) * 3600000) FROM berth_report.usage_by_user"
                            + " GROUP BY 1, 2")
                    .forEach(row -> {
                        String[] cells = row.split("\\|", 3);
                        if (!cells[2].equals("0|0|0|0|0|0|0")) {
                            found.put(by + " " + cells[0] + " " + cells[1], cells[2]);
                        }
                    });
        }
        return found;
    }

    private static Map<String, String> usage(View view) {
        TreeMap<String, String> known = new TreeMap<>();
        for (UsageReport.By by : UsageReport.By.values()) {
            String name = by == UsageReport.By.USER ? "user_name" : Names.of(by);
            for (LocalDate day = DAY.minusDays(2); day.isBefore(DAY.plusDays(60)); day = day.plusDays(1)) {
                LocalDate on = day;
                UsageReport.of(view, by, day, day.plusDays(1), user -> true)
                        .rows()
                        .forEach((who, sum) -> known.put(
                                name + " " + on + " " + who,
                                "%d|%d|%d|%d|%d|%d|%d"
                                        .formatted(
                                                sum.booked(),
                                                sum.used(),
                                                sum.cost(),
                                                sum.refused(),
                                                sum.asked(),
                                                sum.broken(),
                                                sum.lost())));
            }
        }
        return known;
    }

    private Map<String, String> hours() {
        TreeMap<String, String> found = new TreeMap<>();
        rows("SELECT pool, extract(epoch FROM hour)::bigint * 1000, round(booked_server_hours * 3600000),"
                        + " round(used_server_hours * 3600000) FROM berth_report.utilisation_hourly"
                        + " WHERE booked_server_hours > 0")
                .forEach(row -> {
                    String[] cells = row.split("\\|", 3);
                    found.put(cells[0] + " " + time(Long.parseLong(cells[1])), cells[2]);
                });
        return found;
    }

    /** Hour by hour from what is open and what has closed. */
    private static Map<String, String> hours(View view) {
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (Past past : view.past()) {
            Reservation one = past.reservation();
            boolean isUsed = past.cause() != Event.Cause.NO_SHOW && past.cause() != Event.Cause.DISPLACED;
            if (one.isRunning() && view.degraded(one.id()).isEmpty()) {
                long end = Math.min(one.window().end(), past.closed());
                count(sums, one, end, isUsed ? end : 0);
            }
        }
        for (Reservation open : view.reservations()) {
            if (open.state() != Reservation.State.HELD) {
                count(sums, open, open.window().end(), open.isRunning() ? view.now() : 0);
            }
        }
        TreeMap<String, String> known = new TreeMap<>();
        sums.forEach((hour, sum) -> known.put(hour, sum[0] + "|" + sum[1]));
        return known;
    }

    private static void count(Map<String, long[]> sums, Reservation one, long end, long usedUntil) {
        long start = one.window().start();
        for (long hour = start / HOUR * HOUR; hour < end; hour += HOUR) {
            long from = Math.max(start, hour);
            long[] sum = sums.computeIfAbsent(one.placement().pool().name() + " " + time(hour), none -> new long[2]);
            sum[0] += taken(one, Math.min(end, hour + HOUR) - from);
            sum[1] += taken(one, Math.max(0, Math.min(Math.min(end, usedUntil), hour + HOUR) - from));
        }
    }

    /** Server-milliseconds on hosts with 8 cards and 16 cores: the largest share of any part, rounded up. */
    private static long taken(Reservation one, long length) {
        Slice slice = one.placement().taken().slice();
        Share share = slice.share();
        long sixteenths =
                Math.max(slice.amounts().get("cores"), 2 * slice.amounts().get("gpu"));
        long millionths = slice.isWhole()
                ? 1_000_000
                : Math.max(sixteenths * 62_500, share == null ? 0 : share.thousandths() * 125L);
        return Math.ceilDiv(length * one.placement().count() * millionths, 1_000_000L);
    }

    @Test
    void partsOfAHost_countAsTheLargestShareOfIt() throws Exception {
        Job job = ReportedSite.job("ben", START + HOUR / 2, START + 5 * HOUR / 2, 2)
                .requiring(Requirements.slice(Slice.of(Map.of("gpu", 2L, "cores", 2L))));
        life.submit(new Command.Reserve(job));
        life.submit(new Command.Reserve(job.requiring(Requirements.slice(Slice.of(Map.of("cores", 12L))))));
        life.pass(2 * HOUR);
        follow();
        assertThat(rows("SELECT reservation, servers, share FROM berth_report.reservations ORDER BY reservation"))
                .containsExactly("r1|2|0.250000", "r2|2|0.750000");
        String hours =
                "SELECT capacity_server_hours::real, booked_server_hours::real, used_server_hours::real, utilisation"
                        + " FROM berth_report.utilisation_hourly WHERE pool = 'hosts' ORDER BY hour";
        assertThat(rows(hours)).containsExactly("3|1|1|0.333333", "3|2|2|0.666667", "3|1|0|0.333333");
        String usage =
                "SELECT pool, booked_server_hours::real, used_server_hours::real FROM berth_report.usage_by_user";
        assertThat(rows(usage)).containsExactly("hosts|4|3");
        life.submit(new Command.Finish(new ReservationId(1)));
        life.submit(new Command.Finish(new ReservationId(2)));
        follow();
        assertThat(rows(hours)).containsExactly("3|1|1|0.333333", "3|2|2|0.666667", "3|0|0|0.000000");
        assertThat(rows(usage)).containsExactly("hosts|4|3");
    }

    @Test
    void windowWithoutEnd_andOddText_areKept() throws Exception {
        long century = 100 * 365 * 24 * HOUR;
        Job job = Job.exactly("a\0b|", new Window(START + HOUR, START + century), 1);
        life.submit(new Command.Reserve(job.within(START + HOUR, Window.FOREVER - 1)));
        follow();
        assertThat(rows("SELECT deadline_at, length(job) FROM berth_report.reservations"))
                .containsExactly("infinity|4");
        assertThat(rows("SELECT hour FROM berth_report.utilisation_hourly")).hasSizeLessThan(900);
        assertThat(rows("SELECT day FROM berth_report.usage_by_user")).hasSizeLessThan(500);
        life.pass(2 * HOUR);
        life.submit(new Command.Cancel(new ReservationId(1)));
        follow();
        assertThat(rows("SELECT round(sum(booked_server_hours), 3)::real FROM berth_report.utilisation_hourly"))
                .containsExactly("1");
    }

    @Test
    void droppedTable_andAnotherJournal_areMadeAgain() throws Exception {
        life.submit(new Command.Reserve(ReportedSite.job("ben", START + HOUR, START + 2 * HOUR, 1)));
        follow();
        List<String> before = all();
        life.database.execute("DROP TABLE berth_report.hour CASCADE");
        follow();
        assertThat(all()).isEqualTo(before);
        life.database.execute("UPDATE berth_report.position SET sum = sum + 1");
        life.database.execute("UPDATE berth_report.reservation SET job = 'of another journal'");
        follow();
        assertThat(all()).isEqualTo(before);
    }

    /** The keeper goes on by itself after each fault, and the site writes meanwhile. */
    @Test
    void keeper_survivesFaults() throws Exception {
        try (TableKeeper keeper = TableKeeper.start(life.database.address(), () -> START)) {
            assertThat(keeper).isNotNull();
            awaitEntry(life.site.read(View::version));
            life.database.execute("DROP SCHEMA berth_report CASCADE");
            life.account("dora", Optional.of("art"));
            awaitEntry(life.site.read(View::version));
            life.database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND query LIKE '%berth_report%'"
                    + " AND pid <> pg_backend_pid()");
            life.account("dora", Optional.of("music"));
            awaitEntry(life.site.read(View::version));
            assertThat(rows("SELECT project FROM berth_report.account WHERE name = 'dora'"))
                    .containsExactly("music");
        }
    }

    private void awaitEntry(long entry) throws InterruptedException {
        Awaitility.await("entry %d is in the tables".formatted(entry))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> life.database.number("SELECT count(to_regclass('berth_report.position'))") > 0
                        && life.database.number("SELECT coalesce(max(entry), 0) FROM berth_report.position") >= entry);
    }

    @Test
    void readerRole_asDocumented_readsAndWritesNothing() throws Exception {
        follow();
        String role = "reader" + life.database.number("SELECT (random() * 1e9)::bigint");
        life.database.execute("CREATE ROLE " + role + "; GRANT USAGE ON SCHEMA berth_report TO " + role
                + "; GRANT SELECT ON ALL TABLES IN SCHEMA berth_report TO " + role);
        for (String view : VIEWS) {
            life.database.execute("SET ROLE " + role + "; SELECT count(*) FROM berth_report." + view);
        }
        for (String forbidden : List.of("DELETE FROM berth_report.reservation", "SELECT * FROM berth.entry")) {
            try {
                life.database.execute("SET ROLE " + role + "; " + forbidden);
                throw new IllegalStateException("allowed: " + forbidden);
            } catch (AssertionError e) {
                assertThat(e).hasMessageContaining("permission denied");
            }
        }
    }
}
