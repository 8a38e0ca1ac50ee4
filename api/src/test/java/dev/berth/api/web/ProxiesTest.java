package dev.berth.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.connection.AddressRange;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Client address of a request; 10.0.0.0/8 and fd00::/8 are the trusted proxies. */
class ProxiesTest {
    private final Proxies proxies = new Proxies(List.of(AddressRange.of("10.0.0.0/8"), AddressRange.of("fd00::/8")));

    private static InetAddress address(String text) {
        return AddressRange.literal(text).orElseThrow();
    }

    /** Several lines of a header are separated by a bar. */
    private static List<String> lines(String text) {
        return text == null || text.isEmpty() ? List.of() : Arrays.asList(text.split("\\|", -1));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            emptyValue = "",
            value = {
                // peer, X-Forwarded-For, Forwarded, client
                "203.0.113.7,  '',                          '', 203.0.113.7",
                "203.0.113.7,  '198.51.100.1',              '', 203.0.113.7",
                "203.0.113.7,  '10.0.0.1',                  'for=10.0.0.1', 203.0.113.7",
                "10.0.0.1,     '',                          '', 10.0.0.1",
                "10.0.0.1,     '198.51.100.1',              '', 198.51.100.1",
                "10.0.0.1,     '192.0.2.9, 198.51.100.1',   '', 198.51.100.1",
                "10.0.0.1,     '192.0.2.9|198.51.100.1',    '', 198.51.100.1",
                "10.0.0.1,     '198.51.100.1, 10.0.0.2',    '', 198.51.100.1",
                "10.0.0.1,     '10.9.9.9, 10.0.0.2',        '', 10.9.9.9",
                "10.0.0.1,     '198.51.100.1:4711',         '', 198.51.100.1",
                "10.0.0.1,     '198.51.100.1, nonsense',    '', 10.0.0.1",
                "10.0.0.1,     '198.51.100.1, ',            '', 10.0.0.1",
                "10.0.0.1,     'localhost',                 '', 10.0.0.1",
                "10.0.0.1,     '999.0.0.1',                 '', 10.0.0.1",
                "10.0.0.1,     '1, 2.3',                    '', 10.0.0.1",
                "10.0.0.1,     '2001:db8::5',               '', 2001:db8::5",
                "10.0.0.1,     '[2001:db8::5]:80',          '', 2001:db8::5",
                "10.0.0.1,     '::ffff:198.51.100.1',       '', 198.51.100.1",
                "10.0.0.1,     'fe80::1%eth0',              '', 10.0.0.1",
                "fd00::1,      '198.51.100.1',              '', 198.51.100.1",
                "10.0.0.1,     '',  'for=198.51.100.1', 198.51.100.1",
                "10.0.0.1,     '',  'For=198.51.100.1;proto=https, for=10.0.0.2', 198.51.100.1",
                "10.0.0.1,     '',  'for=\"[2001:db8::5]:80\";by=10.0.0.1', 2001:db8::5",
                "10.0.0.1,     '',  'by=\"a,for=192.0.2.9\";for=198.51.100.1', 198.51.100.1",
                "10.0.0.1,     '',  'for=192.0.2.9|for=198.51.100.1', 198.51.100.1",
                "10.0.0.1,     '',  'for=198.51.100.1, for=_hidden', 10.0.0.1",
                "10.0.0.1,     '',  'for=198.51.100.1, for=unknown', 10.0.0.1",
                "10.0.0.1,     '',  'for=198.51.100.1, proto=https', 10.0.0.1",
                "10.0.0.1,     '',  'for=\"198.51.100.1', 10.0.0.1",
                // A proxy writes one header, and the other may be the client's own invention.
                "10.0.0.1,     '198.51.100.1', 'for=198.51.100.1', 198.51.100.1",
                "10.0.0.1,     '198.51.100.1', 'for=192.0.2.9', 10.0.0.1",
            })
    void theRightmostHopThatIsNoProxyOfOurs(String peer, String forwardedFor, String forwarded, String client) {
        assertThat(proxies.client(address(peer), lines(forwardedFor), lines(forwarded)))
                .isEqualTo(address(client));
    }

    @Test
    void aLongListIsReadAsWell() {
        String hops = "192.0.2.9, ".repeat(100_000);
        assertThat(proxies.client(address("10.0.0.1"), List.of(hops + "198.51.100.1"), List.of()))
                .isEqualTo(address("198.51.100.1"));
        assertThat(proxies.client(
                        address("10.0.0.1"),
                        List.of(),
                        List.of("for=\"" + "x".repeat(1_000_000) + "\", for=198.51.100.1")))
                .isEqualTo(address("198.51.100.1"));
    }

    @Test
    void oneIpv6NetworkIsOneCaller() {
        assertThat(Proxies.countedAs(address("2001:db8::5"))).isEqualTo(Proxies.countedAs(address("2001:db8::6:7")));
        assertThat(Proxies.countedAs(address("2001:db8::5")))
                .isNotEqualTo(Proxies.countedAs(address("2001:db8:0:1::5")));
        assertThat(Proxies.countedAs(address("192.0.2.9"))).isEqualTo("192.0.2.9");
    }
}
