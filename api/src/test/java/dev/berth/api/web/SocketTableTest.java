package dev.berth.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketTableTest {
    private static final String TABLE = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1BCD 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
               1: 0100007F:1BCD 0100007F:C350 08 00000000:00000000 00:00000000 00000000     0        0 2
               2: 0100007F:1BCD 0100007F:C351 01 00000000:00000000 00:00000000 00000000     0        0 3
            broken
            """;

    private static final String TABLE6 = """
              sl  local_address                         remote_address                        st tx_queue
               0: 0000000000000000FFFF00000100007F:1BCD 0000000000000000FFFF00000100007F:C352 08 0:0 0 0
               1: 00000000000000000000000001000000:1BCD B80D0120000000000000000001000000:C353 08 0:0 0 0
            """;

    private static boolean closed(SocketTable table, String address, int port) throws IOException {
        return table.closedByPeer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 7117),
                        new InetSocketAddress(
                                InetAddress.getByAddress(HexFormat.of().parseHex(address)), port))
                .getAsBoolean();
    }

    @Test
    void whatTheKernelSays(@TempDir Path directory) throws IOException {
        SocketTable table = new SocketTable(List.of(
                Files.writeString(directory.resolve("tcp"), TABLE),
                Files.writeString(directory.resolve("tcp6"), TABLE6),
                directory.resolve("none")));
        assertThat(closed(table, "7f000001", 50000)).isTrue();
        assertThat(closed(table, "7f000001", 50001)).isFalse();
        assertThat(closed(table, "7f000001", 50002)).isTrue();
        assertThat(closed(table, "7f000002", 50000)).isFalse();
        assertThat(closed(table, "20010db8000000000000000000000001", 50003)).isTrue();
        assertThat(closed(table, "20010db8000000000000000000000002", 50003)).isFalse();
    }

    /** Where there is such a table, it knows of a real connection; elsewhere nobody is ever gone. */
    @Test
    void realConnection() throws IOException {
        boolean linux = Files.isReadable(Path.of("/proc/net/tcp"));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            BooleanSupplier gone =
                    new SocketTable().closedByPeer(accepted.getLocalSocketAddress(), accepted.getRemoteSocketAddress());
            assertThat(gone.getAsBoolean()).isFalse();
            client.shutdownOutput();
            if (linux) {
                Awaitility.await("the peer is gone")
                        .atMost(Durations.ONE_MINUTE)
                        .pollInterval(Duration.ofMillis(1))
                        .until(gone::getAsBoolean);
            } else {
                assertThat(gone.getAsBoolean()).isFalse();
            }
        }
    }
}
