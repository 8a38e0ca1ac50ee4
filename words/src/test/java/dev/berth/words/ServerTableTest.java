package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of numbers of servers with a duration each, as people write them. */
class ServerTableTest {
    @Test
    void rows_inAnyOrder_andEveryFormOfADuration() {
        SortedMap<Integer, Duration> table = ServerTable.parse("--servers", "4:2h30m, 2:4h,8:1-00:00:00");
        assertThat(table)
                .containsExactly(
                        Map.entry(2, Duration.ofHours(4)),
                        Map.entry(4, Duration.ofMinutes(150)),
                        Map.entry(8, Duration.ofDays(1)));
        assertThat(ServerTable.text(table)).isEqualTo("2:4h,4:2h30m,8:1d");
        assertThat(ServerTable.parse("", ServerTable.text(table))).isEqualTo(table);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2:",
                ":4h",
                "2:4h,",
                "2:4h,,4:2h",
                "x:4h",
                "0:4h",
                "-2:4h",
                "2:0h",
                "2:-4h",
                "2:soon",
                "2.5:4h",
                "123456789:1h",
                "2:4h;4:2h",
                "2:4"
            })
    void whatIsNoTable_isNamed(String text) {
        assertThat(ServerTable.isTable(text)).isTrue();
        assertThatThrownBy(() -> ServerTable.parse("--servers", text))
                .isInstanceOf(Unreadable.class)
                .hasMessageStartingWith("--servers: ")
                .hasMessageContaining("2:4h,4:2h30m");
    }

    @Test
    void numberTwice_andTooMany() {
        assertThatThrownBy(() -> ServerTable.parse("--servers", "2:4h,2:3h")).hasMessageContaining("2 servers");
        String rows = IntStream.rangeClosed(1, ServerTable.MOST_ROWS)
                .mapToObj(servers -> servers + ":1h")
                .collect(Collectors.joining(","));
        assertThat(ServerTable.parse("", rows)).hasSize(ServerTable.MOST_ROWS);
        assertThatThrownBy(() -> ServerTable.parse("--servers", rows + ",200:1h"))
                .hasMessageContaining("101", "at most 100");
    }

    @Test
    void number_isNoTable() {
        assertThat(ServerTable.isTable("4")).isFalse();
    }
}
