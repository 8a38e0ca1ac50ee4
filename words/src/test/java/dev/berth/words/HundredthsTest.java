package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HundredthsTest {
    @ParameterizedTest
    @CsvSource({
        "6.964991, 6.96, 6.97, 6.96, 6.96",
        "6.500000, 6.5,  6.5,  6.5,  6.50",
        "200,      200,  200,  200,  200.00",
        "0,        0,    0,    0,    0.00",
        "0.000833, <0.01, 0.01, 0,   <0.01",
        "0.005,    0.01, 0.01, 0,    0.01",
        "-1.234567, -1.23, -1.24, -1.23, -1.23",
    })
    void decimals_areRounded(String exact, String rounded, String up, String down, String money) {
        BigDecimal amount = new BigDecimal(exact);
        assertThat(Hundredths.of(amount)).isEqualTo(rounded);
        assertThat(Hundredths.of(amount, RoundingMode.UP)).isEqualTo(up);
        assertThat(Hundredths.of(amount, RoundingMode.DOWN)).isEqualTo(down);
        assertThat(Hundredths.money(amount)).isEqualTo(money);
    }
}
