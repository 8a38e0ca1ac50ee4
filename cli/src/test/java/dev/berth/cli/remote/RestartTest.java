package dev.berth.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;
import dev.berth.cli.Ran;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site with one instance, which is down for a while. */
class RestartTest {
    @TempDir
    private Path directory;

    private Map<String, String> variables;
    private String address;
    private Server server;

    @BeforeEach
    void startAndStop() {
        try (Shop shop = new Shop(directory)) {
            variables = new HashMap<>(shop.variables);
            address = shop.address();
            server = shop.server;
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** Standard error of somebody who sees that the shell waits, and has the instance started then. */
    private final class Watched extends ByteArrayOutputStream {
        private boolean isStarted;

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (!isStarted && toString(StandardCharsets.UTF_8).contains("Waiting for ")) {
                isStarted = true;
                int port = Integer.parseInt(address.replaceAll(".*:", ""));
                server = Server.start(SiteSettings.of("test", port), directory.resolve("data"), Clock.systemUTC());
            }
        }
    }

    private Ran berthUntilStarted(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Watched err = new Watched();
        Streams streams = new Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = Berth.run(args, new Environment(streams, variables, Clock.systemUTC()));
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    @Test
    void serverThatRestarts_isWaitedFor_andBooksOnce() {
        Ran ran = berthUntilStarted("book", "once", "--work", "1h", "--deadline", "now+1d");

        assertThat(ran.err()).matches("Waiting for " + address + ": connection refused; trying until [0-9:]{8}\n");
        assertThat(ran.code()).isZero();
        assertThat(Shop.json(berth("list", "--json")).path("reservations")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "instances resume a:1"})
    void whateverCannotBeSent_isSentAgain(String line) {
        Ran ran = berthUntilStarted(line.split(" ", -1));

        assertThat(ran.err()).startsWith("Waiting for " + address + ": ");
        assertThat(ran.code()).as(ran.err()).isNotEqualTo(3);
    }

    @Test
    void serverThatStaysAway_isAFailure_afterTheTimeThatWasSaid() {
        variables.put("BERTH_WAIT", "2s");

        Ran ran = berth("list");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err().lines().toList()).hasSize(2);
        assertThat(ran.err()).startsWith("Waiting for " + address + ": ").contains("\nCannot connect to " + address);
    }

    @Test
    void noWaiting_isAFailureAtOnce() {
        variables.put("BERTH_WAIT", "0s");

        Ran ran = berth("list");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).startsWith("Cannot connect to " + address + ". Start the service");
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1s"})
    void waitingThatIsNoDuration_isBadInput(String wait) {
        variables.put("BERTH_WAIT", wait);

        Ran ran = berth("list");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("BERTH_WAIT: ").contains("\"" + wait + "\"");
    }

    @Test
    void hostThatDoesNotExist_isNotWaitedFor() {
        variables.put("BERTH_URL", "http://nowhere.invalid:7117");
        variables.put("BERTH_TOKEN", "x");
        variables.put("BERTH_WAIT", "10m");

        Ran ran = berth("list");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err())
                .containsSubsequence(
                        "http://nowhere.invalid:7117: the host is unknown", "--server, BERTH_URL or berth login");
    }
}
