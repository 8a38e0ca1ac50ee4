package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several sites in one database, each served on two hosts: their leaders are spread over the hosts. */
@Timeout(60)
class SpreadTest {
    private static final int SITES = 4;

    @TempDir
    private Path data;

    private final Database database = Database.create();
    private final List<Standby> first = new ArrayList<>();
    private final List<Standby> second = new ArrayList<>();

    private Standby start(String host, int site) {
        int port = freePort();
        return Standby.start(
                SiteSettings.of("site" + site, port).with(draft -> draft.listen = new InetSocketAddress(host, port)),
                data.resolve(host + "-" + site),
                PostgresAddress.of(database.journal() + "?site=site" + site),
                TimeSource.measured(Clock.systemUTC()),
                "http://" + host + ":" + port,
                server -> {});
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stop() {
        second.forEach(Standby::close);
        first.forEach(Standby::close);
    }

    private static long led(List<Standby> servers) {
        return servers.stream().filter(each -> each.server().isPresent()).count();
    }

    private void await(long one, long two) throws InterruptedException {
        Awaitility.await("%d and %d lead".formatted(one, two))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> led(first) == one && led(second) == two);
    }

    /** The second host gets its half when it comes, and all when the first one goes. */
    @Test
    void leadersAreSpreadOverTheHosts_whenTheyComeAndGo() throws Exception {
        for (int site = 0; site < SITES; site++) {
            first.add(start("127.0.0.1", site));
        }
        await(SITES, 0);
        for (int site = 0; site < SITES; site++) {
            second.add(start("127.0.0.2", site));
        }
        await(2, 2);
        long term = database.number("SELECT sum(term) FROM berth.site");
        assertThat(term).isEqualTo(SITES + 2);
        first.forEach(Standby::close);
        await(0, SITES);
        assertThat(database.number("SELECT sum(term) FROM berth.site")).isEqualTo(term + 2);
    }
}
