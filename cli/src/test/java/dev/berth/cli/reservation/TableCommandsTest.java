package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs with a table from the shell: four slow servers of rate 0.5 and two fast ones of rate 1, on 16 November 2026, 08:00 UTC. */
class TableCommandsTest {
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Ran berth(String line) {
        return shop.berth(line.split(" ", -1));
    }

    /** Two servers for four hours are 8 server-hours, four for two and a half are 10: fewer are tried first. */
    @Test
    void fewestServerHoursFirst_asLongAsTheyAreInTime() {
        Ran booked = berth("book render --servers 2:4h,4:2h30m --pool slow --deadline 17:00");
        assertThat(booked.err()).isEmpty();
        assertThat(booked.out())
                .contains(
                        "2 servers of pool slow",
                        "08:00 to 2026-11-16 16:00",
                        "work         4h",
                        "table        2:4h,4:2h30m");
        // Eight hours on two of them are too long now: all four, for five hours.
        assertThat(berth("cancel r1").code()).isZero();
        assertThat(berth("book render --servers 2:4h,4:2h30m --pool slow --deadline 14:00")
                        .out())
                .contains(
                        "4 servers of pool slow",
                        "08:00 to 2026-11-16 13:00",
                        "work         2h30m",
                        "table        2:4h,4:2h30m");
        assertThat(berth("show r2").out()).contains("table        2:4h,4:2h30m");
        JsonNode shown = Shop.json(berth("show r2 --json"));
        assertThat(shown.at("/table/1/servers").asInt()).isEqualTo(4);
        assertThat(shown.at("/table/1/duration").asText()).isEqualTo("PT2H30M");
        assertThat(shown.path("work").asText()).isEqualTo("PT2H30M");
    }

    @Test
    void offers_dryRun_queue_andWords() {
        assertThat(berth("offers render --servers 2:4h,4:2h30m --pool slow --deadline 14:00")
                        .out())
                .contains("as-asked", "slow", "4", "2026-11-16 13:00");
        assertThat(berth("book render --servers 2:4h,4:2h30m --pool slow --deadline 14:00 --dry-run")
                        .out())
                .contains("2026-11-16 13:00");
        assertThat(berth("book render --servers 2:4h,4:2h30m --deadline 17:00 --queued")
                        .out())
                .contains("queued", "table        2:4h,4:2h30m");
        Ran words = berth("book 2:4h, 4:2h30m on slow by 14:00");
        assertThat(words.out())
                .containsSubsequence(
                        "2 servers",
                        "4 hours",
                        "4 servers",
                        "2 hours 30 minutes",
                        "pool slow",
                        "2026-11-16 14:00",
                        "\nbooked\n");
        assertThat(berth("list").out()).contains("slow  4", "2026-11-16 13:00");
        assertThat(berth("book on fast by 18:00 --servers 1:1h,2:40m").out())
                .contains("1 server of pool fast", "table        1:1h,2:40m");
    }

    @Test
    void noNumberFits_isRefused() {
        Ran refused = berth("book render --servers 2:4h,4:2h30m --pool slow --deadline 12:00");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("deadline-impossible");
        assertThat(berth("book render --servers 5:1h,6:30m --deadline 17:00").err())
                .contains("too-many-servers");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --servers 2:4h --work 1h --deadline 17:00 | --work
            --servers 2:4h --for 1h | --stay
            --servers 2:4h --most-servers 4 --deadline 17:00 | --most-servers
            --servers 2:4h --serial 0.1 --deadline 17:00 | --serial
            --servers 2:4h | --deadline
            --servers 2:soon --deadline 17:00 | --servers
            --servers 2:4h,2:3h --deadline 17:00 | --servers
            --servers many --work 1h --deadline 17:00 | --servers
            """)
    void whatDoesNotGoTogether_isNamed(String options, String named) {
        Ran ran = berth("book render " + options);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(named);
        assertThat(berth("list").out()).doesNotContain("render");
    }

    @Test
    void words_sayNothingTwice() {
        assertThat(berth("book 2 servers by 18:00 --servers 2:4h,4:2h").err()).contains("--servers");
        assertThat(berth("book for 2 hours by 18:00 --servers 2:4h,4:2h").err()).contains("--servers");
        assertThat(berth("book 2 servers, 2:4h, 4:2h by 18:00").err()).contains("2:4h, 4:2h");
        assertThat(berth("list").out()).doesNotContain("r1");
    }
}
