package dev.berth.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.server.Server;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC);

    @Test
    void demo_saysWhereItIsAndWhatToTry_andStopsByItself() {
        Ran ran = Ran.berth("demo", "--port", "0", "--for", "1s");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .containsPattern("http://127.0.0.1:\\d+: 18 made-up servers, .* \\d+ reservations\\.")
                .containsPattern("\\./berth login http://127.0.0.1:\\d+ --token \\S{43}\n")
                .contains(
                        "./berth run --work 10s -- sh -c ",
                        "./berth timetable\n",
                        "./berth book ",
                        "The demo ends by itself in 1s.");
    }

    @Test
    void portTaken_takesTheNext_andSaysSo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Ran ran = Ran.berth("demo", "--port", port, "--for", "1s");

            assertThat(ran.code()).isZero();
            assertThat(ran.err()).containsSubsequence("Port " + port, "demo is on port ");
        }
    }

    @Test
    void data_isKept_andNotFilledTwice(@TempDir Path directory) {
        String[] args = {"demo", "--port", "0", "--for", "1s", "--data", directory.toString()};

        String first = reservations(Ran.berth(args));
        assertThat(reservations(Ran.berth(args))).isEqualTo(first);
    }

    private static String reservations(Ran ran) {
        return ran.out().replaceAll("(?s).*machine, (\\d+) reservations.*", "$1");
    }

    @Test
    void day_isTheSameEveryTime_ofSeveralUsers_andMostlyBooked(@TempDir Path one, @TempDir Path other) {
        List<String> day = day(one);

        assertThat(day).hasSizeGreaterThan(24).isEqualTo(day(other));
        assertThat(day.stream().map(line -> line.replaceAll(" .*", "")).distinct())
                .hasSize(4);
    }

    private static List<String> day(Path data) {
        try (Server server = Server.start(DemoSite.settings(0), data, TimeSource.following(CLOCK))) {
            server.site().write("demo", DemoDay::book).join();
            return server.site()
                    .read(view -> view.reservations().stream()
                            .map(each -> each.job().user() + " " + each.job().id() + " " + each.placement())
                            .toList());
        }
    }

    @Test
    @Timeout(60)
    void aCommand_runsOnTheCoresOfThisMachine(@TempDir Path directory) throws Exception {
        try (Subprocess demo = Subprocess.berthWith(Map.of(), "demo", "--port", "0")) {
            String[] login = demo.lineWith("./berth login").strip().split(" ", -1);
            Map<String, String> variables =
                    Map.of("XDG_CONFIG_HOME", directory.toString(), "HOME", directory.toString());
            assertThat(Ran.with(new byte[0], variables, Clock.systemUTC(), "login", login[2], "--token", login[4])
                            .code())
                    .isZero();

            try (Subprocess run = Subprocess.berthWith(
                    variables, "run", "--work", "10s", "--", "sh", "-c", "echo hello from $BERTH_POOL")) {
                assertThat(run.lineWith("hello")).isEqualTo("hello from local");
                assertThat(run.code()).isZero();
            }
        }
    }

    @Test
    void wrongOptions_areBadInput() {
        assertThat(Ran.berth("demo", "--port", "-5").code()).isEqualTo(2);
        assertThat(Ran.berth("demo", "--for", "ever").err()).containsSubsequence("--for: ", "\"ever\"");
    }
}
