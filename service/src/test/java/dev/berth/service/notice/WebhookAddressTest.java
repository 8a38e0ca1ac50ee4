package dev.berth.service.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No webhook of a user leads into the network of the service. */
class WebhookAddressTest {
    @Test
    void privateAddresses_areNotPublic() throws IOException {
        for (String text : List.of(
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.0.1",
                "198.18.0.1",
                "192.0.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fd12::1",
                "fec0::1",
                "ff02::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
                "2001:0:1::1")) {
            assertThat(WebhookAddress.isPublic(InetAddress.getByName(text)))
                    .as(text)
                    .isFalse();
        }
        for (String text : List.of("93.184.216.34", "100.63.0.1", "172.32.0.1", "8.8.8.8", "2606:4700::1111")) {
            assertThat(WebhookAddress.isPublic(InetAddress.getByName(text)))
                    .as(text)
                    .isTrue();
        }
    }

    @Test
    void postToPrivateAddress_isRefusedBeforeItConnects() {
        WebhookPost post = new WebhookPost(false, 1_000);
        for (String host : List.of("localhost", "127.0.0.1", "[::1]", "0x7f000001", "2130706433", "127.1")) {
            assertThatThrownBy(() -> post.send("https://" + host + ":1/", "s", "n1", "{}", 0))
                    .as(host)
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("refused")
                    .hasMessageNotContaining("timed out");
        }
        assertThatThrownBy(() -> post.send("http://93.184.216.34/", "s", "n1", "{}", 0))
                .hasMessageContaining("no longer allowed");
    }
}
