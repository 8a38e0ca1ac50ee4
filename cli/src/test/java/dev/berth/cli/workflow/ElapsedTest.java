package dev.berth.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElapsedTest {
    @ParameterizedTest
    @CsvSource({
        "0,0s",
        "350,350ms",
        "12399,12.3s",
        "59999,59.9s",
        "245000,4m05s",
        "11045000,3h04m05s",
        "183840000,2d03h04m"
    })
    void times_areShortened(long millis, String text) {
        assertThat(Elapsed.text(millis)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0 B", "999,999 B", "1500,1.5 kB", "20058636289,20.1 GB", "9000000000000000000,9.0 EB"})
    void bytes_areInThousands(long bytes, String text) {
        assertThat(Elapsed.bytes(bytes)).isEqualTo(text);
    }
}
