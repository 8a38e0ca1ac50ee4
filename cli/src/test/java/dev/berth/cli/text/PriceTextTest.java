package dev.berth.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.remote.JsonTree;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.00 | 0.00 | no charge",
                "144.00 | 0.00 | 144.00",
                "144.00 | 1.60 | 144.00, fees 1.60",
                "0.00 | 12.00 | 0.00, fees 12.00",
                "144.00 | | 144.00",
                "| | ''",
            })
    void labelled(@Nullable String price, @Nullable String fees, String expected) {
        ObjectNode one = JsonTree.object();
        if (price != null) {
            one.put("price", price);
        }
        if (fees != null) {
            one.put("fees", fees);
        }

        assertThat(PriceText.labelled(one)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.00 | 0.00 | 0.00 | No charge",
                "0.00 | 0.000000 | 0 | No charge",
                "192.00 | 0.00 | 0.00 | No charge instead of 192.00",
                "8.00 | 0.00 | 1.60 | Price 0.00 instead of 8.00; fee 1.60",
                "8.00 | 8.00 | 0.00 | Price 8.00, as before",
                "8.00 | 8.00 | 1.60 | Price 8.00, as before; fee 1.60",
                "8.00 | 6.00 | -0.80 | Price 6.00 instead of 8.00; refund 0.80",
                "0.00 | 6.25 | 0.00 | Price 6.25",
            })
    void quote(String before, String after, String fee, String expected) {
        JsonNode quote =
                JsonTree.object().put("before", before).put("after", after).put("fee", fee);

        assertThat(PriceText.quote(quote)).isEqualTo(expected + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0.00 | at no charge | No charge", "10.50 | for 10.50 | Price 10.50"})
    void atPrice_andAsALine(String price, String within, String line) {
        JsonNode one = JsonTree.object().put("price", price);

        assertThat(PriceText.atPrice(one)).isEqualTo(within);
        assertThat(PriceText.line(one)).isEqualTo(line + "\n");
    }
}
