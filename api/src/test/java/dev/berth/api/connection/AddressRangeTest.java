package dev.berth.api.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.3, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.2.3/9, 10.127.0.1, true",
        "10.1.2.3/9, 10.128.0.1, false",
        "0.0.0.0/0, 203.0.113.7, true",
        "0.0.0.0/0, ::1, false",
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "fd00::/8, fdff::1, true",
        "fd00::/8, fe00::1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
    })
    void contains(String network, String address, boolean isInside) {
        assertThat(AddressRange.of(network)
                        .contains(AddressRange.literal(address).orElseThrow()))
                .isEqualTo(isInside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "10.0.0/8",
                "localhost",
                "",
                "::/129",
                "1",
                "fe80::1%lo/64"
            })
    void whatIsNoRange(String text) {
        assertThatThrownBy(() -> AddressRange.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isWrittenAsItsRange() {
        assertThat(AddressRange.of("10.1.2.3/16")).hasToString("10.1.0.0/16").isEqualTo(AddressRange.of("10.1.0.0/16"));
    }
}
