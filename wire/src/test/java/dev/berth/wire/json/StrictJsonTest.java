package dev.berth.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictJsonTest {
    private static JsonNode read(String text) {
        return StrictJson.object("the file", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String nested(int depth) {
        return "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    @Test
    void whatIsWithinTheBounds_isRead() {
        assertThat(read(nested(32)).has("a")).isTrue();
        assertThat(read("{\"" + "n".repeat(200) + "\": 1}")).hasSize(1);
        assertThat(read("{\"n\": " + "9".repeat(40) + "}").get("n").isIntegralNumber())
                .isTrue();
        assertThat(read("{\"t\": \"" + "x".repeat(100_000) + "\"}").get("t").textValue())
                .hasSize(100_000);
    }

    @Test
    void decimals_areExact() {
        assertThat(read("{\"n\": 0.10000000000000000001}").get("n").decimalValue())
                .isEqualTo(new BigDecimal("0.10000000000000000001"));
    }

    @Test
    void whatIsBeyondTheBounds_isRefused() {
        for (String beyond : new String[] {
            nested(33),
            "{\"" + "n".repeat(201) + "\": 1}",
            "{\"n\": " + "9".repeat(41) + "}",
            "{\"t\": \"" + "x".repeat(100_001) + "\"}"
        }) {
            assertThatThrownBy(() -> read(beyond)).isInstanceOf(NotJson.class).hasMessageContaining("is not JSON");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a': 1, 'a': 2}|the file is not JSON that is accepted here at line 1, column 13: Duplicate",
                "{'a': 1} x|the file is not JSON that is accepted here at line 1, column 11: ",
                "{'a': |the file is not JSON that is accepted here at line 1, column ",
                "{'a': 1e99999999999}|the file has a number that is too large or too small",
                "[]|the file is not a JSON object",
                "``|the file is not a JSON object"
            })
    void whatIsNotOneObject_isRefused(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('\'', '"')))
                .isInstanceOf(NotJson.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void otherEncodings_areRefused() {
        assertThatThrownBy(() -> StrictJson.object("the body", "{\"a\": \"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessage("the body is not UTF-8");
        assertThatThrownBy(() -> StrictJson.object("the body", "{}".getBytes(StandardCharsets.UTF_16LE)))
                .isInstanceOf(NotJson.class);
    }

    @Test
    void refusal_tellsThePlaceAndTheReasonApart() {
        NotJson syntax = notJson("{\"a\" 1}");
        assertThat(syntax.place()).isEqualTo("line 1, column 6");
        assertThat(syntax.reason()).startsWith("Unexpected character ('1'");
        NotJson list = notJson("[]");
        assertThat(list.place()).isEqualTo("the file");
        assertThat(list.reason()).isEqualTo("it is not a JSON object");
    }

    private static NotJson notJson(String text) {
        try {
            throw new AssertionError(read(text));
        } catch (NotJson e) {
            return e;
        }
    }
}
