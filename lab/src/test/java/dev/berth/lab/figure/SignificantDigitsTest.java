package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignificantDigitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "100, 100",
        "1e7, 10000000",
        "1.5e20, 150000000000000000000",
        "0.1, 0.1",
        "0.333333333333, 0.333333",
        "-2.00000049, -2",
        "1234.56789, 1234.57",
        "1234567.89, 1234568",
        "0.000012345678, 0.0000123457",
        "1e-20, 0",
        "NaN, NaN",
        "Infinity, Infinity"
    })
    void text_sixSignificant(double value, String text) {
        assertThat(SignificantDigits.text(value, 6)).isEqualTo(text);
    }
}
