package dev.berth.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.site.TimeSource;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts and series from the shell, against a real service. */
class AccountCommandsTest {
    private static final String ANA = """
            account      ana
            role         user
            state        active
            quota        100h/7d, 0 server-hours booked, 100 left
            lead         at least 0s ahead, at most 30d
            priority     7
            """;

    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private void isDone(String out, String... args) {
        Ran ran = shop.berth(args);
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo(out);
        assertThat(ran.code()).isZero();
    }

    @Test
    void anAccount_isAddedShownAndChanged_fieldByField() {
        isDone("Added\n" + ANA, "account", "add", "ana", "--quota", "100h/7d", "--max-lead", "30d", "--priority", "7");
        isDone(ANA, "account", "show", "ana");
        isDone("Changed\n" + ANA.replace("at least 0s", "at least 2h"), "account", "change", "ana", "--lead", "2h");
        isDone(
                "Changed\n"
                        + ANA.replace("at least 0s", "at least 2h")
                                .replace("100h/7d", "1.5h/1d")
                                .replace("100 left", "1.5 left"),
                "account",
                "change",
                "ana",
                "--quota",
                "1.5/24h");
        isDone("""
                Changed
                account      ana
                role         operator
                state        active
                quota        none
                """, "account", "change", "ana", "--role", "operator", "--no-quota", "--no-lead", "--no-priority");
        isDone("""
                ACCOUNT  ROLE           STATE   PROJECT  QUOTA  BOOKED  PRIORITY
                admin    administrator  active
                ana      operator       active
                """, "account", "list");
    }

    @Test
    void payingCapacityAndRank_giveThePriority_ofASiteThatComputesIt(@TempDir Path directory) {
        shop.close();
        PriorityRule computed = new PriorityRule(PriorityRule.Source.COMPUTED, new Priority(3));
        shop = new Shop(
                directory,
                TimeSource.following(Shop.CLOCK.withZone(ZoneOffset.UTC)),
                settings -> settings.with(draft ->
                        draft.intake = Optional.of(new IntakeSettings(new Rounds(600_000, Rules.DEFAULT), computed))));
        String shown = """
                account      ana
                role         user
                state        active
                quota        none
                priority     8, computed from the standing
                standing     paying capacity 9, rank 6
                """;
        isDone("Added\n" + shown, "account", "add", "ana", "--paying", "9", "--rank", "6");
        isDone(shown, "account", "show", "ana");
        isDone(
                "Changed\n" + shown.replace("8,", "10,").replace("rank 6", "rank 11"),
                "account",
                "change",
                "ana",
                "--rank",
                "11");
        isDone("""
                ACCOUNT  ROLE           STATE   PROJECT  QUOTA  BOOKED  PRIORITY
                admin    administrator  active
                ana      user           active                          10
                """, "account", "list");
        shop.berth("book", "night", "--work", "1h", "--deadline", "now+9h", "--user", "ana", "--queued");
        assertThat(shop.berth("requests").out()).containsPattern("night +ana +10 ");
        assertThat(shop.berth("account", "add", "ben", "--paying", "9").err()).contains("rank");
        assertThat(shop.berth("account", "change", "ana", "--no-standing").out())
                .doesNotContain("standing");
    }

    @Test
    void aDisabledAccount_isListedOnRequest_andEnabledAgain() {
        shop.berth("account", "add", "ana", "--quota", "100h/7d");
        isDone("Disabled: ana\n", "account", "disable", "ana");
        isDone("""
                ACCOUNT  ROLE           STATE   PROJECT  QUOTA  BOOKED  PRIORITY
                admin    administrator  active
                """, "account", "list");
        isDone("""
                ACCOUNT  ROLE           STATE     PROJECT  QUOTA    BOOKED  PRIORITY
                admin    administrator  active
                ana      user           disabled           100h/7d  0h
                """, "account", "list", "--all");
        isDone("Enabled: ana\n", "account", "enable", "ana");
        assertThat(Shop.json(shop.berth("account", "show", "ana", "--json"))
                        .at("/quota/serverHours")
                        .asText())
                .isEqualTo("100");
        Ran last = shop.berth("account", "disable", "admin");
        assertThat(last.err()).containsSubsequence("admin", "(last-administrator)\n");
        assertThat(last.code()).isEqualTo(1);
    }

    @Test
    void aDisabledAccount_leavesReservations_whichCanBeCancelled() {
        shop.berth("account", "add", "ana");
        Ran booked = shop.berth("book", "later", "--user", "ana", "--stay", "1h", "--ready", "tomorrow 09:00");
        assertThat(booked.code()).as(booked.toString()).isZero();
        Ran disabled = shop.berth("account", "disable", "ana");
        assertThat(disabled.code()).as(disabled.err()).isZero();
        assertThat(disabled.out())
                .startsWith("Disabled: ana\nStill booked: r1\n")
                .contains("berth account disable ana --cancel-reservations\n");
        isDone("Disabled: ana\n", "account", "disable", "ana", "--cancel-reservations");
        assertThat(shop.berth("show", "r1").out()).contains("cancelled");
    }

    @Test
    void usage_isReported_byProject_alsoAsCsv() {
        shop.berth("account", "change", "admin", "--project", "climate");
        shop.fill();
        assertThat(shop.fill().code()).isEqualTo(1);
        Ran report = shop.berth("report", "usage", "--by", "project", "--from", "2026-11-01", "--to", "2026-12-01");
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(report.out())
                .startsWith("2026-11-01 to 2026-12-01 (UTC, ")
                .contains("counted since 2026-11-16 08:00\n")
                .endsWith("""
                        PROJECT  BOOKED H  USED H  IDLE H  REFUSED  REFUSED H  COST  NOT KEPT  NOT KEPT H  OPPORTUNISTIC H
                        climate  4         0       4       1        4          8.00  0         0           0
                        total    4         0       4       1        4          8.00  0         0           0
                        """);
        isDone("""
                pool,booked_hours,used_hours,idle_hours,refused,refused_hours,cost,not_kept,not_kept_hours,opportunistic_hours
                "",0,0,0,1,4,0.00,0,0,0
                "fast",4,0,4,0,0,8.00,0,0,0
                """, "report", "usage", "--by", "pool", "--csv");
        assertThat(Shop.json(shop.berth("report", "usage", "--json"))
                        .at("/rows/0/name")
                        .asText())
                .isEqualTo("admin");
        assertThat(shop.berth("report", "usage", "--by", "moon").err()).contains("must be one of user, project, pool");
        assertThat(shop.berth("report", "usage", "--from", "2026-12-01").err()).contains("must be after the first day");
    }

    @Test
    void amountsOfHours_areToHundredths_andExactForPrograms() {
        shop.berth("account", "change", "admin", "--quota", "5h/7d");
        assertThat(shop.berth("book", "short", "--stay", "25m1s", "--deadline", "18:00")
                        .code())
                .isZero();
        assertThat(shop.berth("account", "show", "admin").out()).contains("0.42 server-hours booked, 4.58 left");
        assertThat(shop.berth("account", "list").out()).contains("0.42h");
        assertThat(shop.berth("report", "usage").out()).contains("0.42").doesNotContain("0.416944");
        assertThat(shop.berth("report", "usage", "--csv").out()).contains("0.416944");
        assertThat(shop.berth("account", "show", "admin", "--json").out()).contains("0.416944");
    }

    @Test
    void wrongTerms_areNamed() {
        assertThat(shop.berth("account", "change", "admin").err()).contains("Nothing to change");
        assertThat(shop.berth("account", "change", "admin", "--quota", "1h/1d", "--no-quota")
                        .err())
                .contains("--quota or --no-quota");
        assertThat(shop.berth("account", "add", "ana", "--quota", "many").err())
                .containsSubsequence("\"many\"", "100h/7d");
        assertThat(shop.berth("account", "add", "ana", "--quota", "1h/soon").code())
                .isEqualTo(2);
        assertThat(shop.berth("account", "show", "nobody").err()).isEqualTo("Unknown account\n");
    }

    @Test
    void series_areListedShownAndCancelled() {
        assertThat(shop.berth("series", "list").out()).startsWith("No series found");
        shop.berth(
                "book",
                "course",
                "--stay",
                "1h",
                "--pool",
                "fast",
                "--ready",
                "09:00",
                "--deadline",
                "10:00",
                "--repeat",
                "FREQ=DAILY;COUNT=3");
        isDone("""
                SERIES  NAME    USER   RULE                BOOKED  OF  NEXT
                s1      course  admin  FREQ=DAILY;COUNT=3  3       3   2026-11-16 09:00
                """, "series", "list");
        assertThat(shop.berth("series", "show", "s1").out()).startsWith("Series s1\nREADY ");
        assertThat(shop.berth("series", "cancel", "r1").err()).contains("numbered s1");
        assertThat(shop.berth("series", "cancel", "s1").out()).startsWith("Cancelled series s1\nREADY ");
        isDone("""
                SERIES  NAME    USER   RULE                BOOKED  OF  NEXT
                s1      course  admin  FREQ=DAILY;COUNT=3  0       3
                """, "series", "list");
        assertThat(Shop.json(shop.berth("series", "list", "--json"))
                        .at("/series/0/occurrenceCount")
                        .asInt())
                .isEqualTo(3);
    }
}
