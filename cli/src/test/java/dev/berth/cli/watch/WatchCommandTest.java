package dev.berth.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;
import dev.berth.cli.Subprocess;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.remote.Shop;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watching one's reservations, at a real service and over a network that can be cut. */
class WatchCommandTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Shop shop;
    private Relay relay;
    private Thread watching = Thread.currentThread();

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(directory);
        relay = new Relay(shop.server.port());
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        if (!watching.equals(Thread.currentThread())) {
            watching.interrupt();
            watching.join();
        }
        relay.close();
        shop.close();
    }

    /** Over the relay. */
    private Map<String, String> variables() throws IOException {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("BERTH_URL", relay.address());
        variables.put(
                "BERTH_TOKEN",
                Files.readString(directory.resolve("config/berth/login.properties"))
                        .replaceAll("(?s).*token=([^\n]*).*", "$1"));
        return variables;
    }

    private CompletableFuture<Integer> watch(Clock clock, String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of("watch"));
        all.addAll(List.of(args));
        all.addAll(List.of("--zone", "UTC"));
        Environment environment = new Environment(
                new Streams(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                variables(),
                clock);
        CompletableFuture<Integer> code = new CompletableFuture<>();
        watching = Thread.ofPlatform()
                .daemon()
                .start(() -> code.complete(Berth.run(all.toArray(String[]::new), environment)));
        await(err, "Watching");
        return code;
    }

    private static void await(ByteArrayOutputStream stream, String text) {
        Awaitility.await(text)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> stream.toString(StandardCharsets.UTF_8), output -> output.contains(text));
    }

    private String lines() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int ended(CompletableFuture<Integer> code) {
        return code.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void oneReservation_isFollowedToItsEnd() throws IOException {
        shop.fill();
        CompletableFuture<Integer> code = watch(Shop.CLOCK, "r1");
        shop.berth("book", "other", "--work", "1h", "--deadline", "now+1d");
        shop.berth("fail", "fast", "--servers", "0,1", "--until", "now+30d");
        await(out, "lost its servers");
        shop.berth("cancel", "r1");

        assertThat(ended(code)).isEqualTo(1);
        assertThat(lines()).isEqualTo("""
                        2026-11-16 08:00  course (r1) has lost its servers
                        2026-11-16 08:00  course (r1) was cancelled
                        """);
    }

    @Test
    void all_areToldOfAsJson_andRemindersComeOnce() throws IOException {
        Clock late = Clock.offset(Shop.CLOCK, Duration.ofMinutes(45));
        CompletableFuture<Integer> code = watch(late, "--json");
        shop.fill();
        await(out, "starts-soon");
        shop.berth("cancel", "r1");
        await(out, "cancelled");
        assertThat(lines().lines().map(line -> line.replaceAll(".*\"kind\":\"([^\"]*)\".*", "$1")))
                .containsExactly("confirmed", "starts-soon", "ended");
        assertThat(lines())
                .startsWith("{\"kind\":\"confirmed\",\"time\":\"2026-11-16T08:00:00Z\",\"user\":\"admin\","
                        + "\"reservation\":\"r1\",\"name\":\"course\",\"pool\":\"fast\",\"servers\":2,"
                        + "\"start\":\"2026-11-16T09:00:00Z\",\"end\":\"2026-11-16T11:00:00Z\"}\n");
        assertThat(code).isNotDone();
    }

    @Test
    void ask_isShown_withItsTerms_andHowToAccept() throws IOException {
        shop.fill();
        CompletableFuture<Integer> code = watch(Shop.CLOCK, "r1");
        assertThat(shop.berth("ask", "r1", "--deadline", "+6h", "--discount", "20%", "--expires", "30m")
                        .code())
                .isZero();
        await(out, "berth accept q1");
        shop.berth("cancel", "r1");
        assertThat(ended(code)).isEqualTo(1);
        assertThat(lines().lines()).hasSize(2);
        assertThat(lines().lines().findFirst().orElseThrow())
                .containsSubsequence(
                        "2026-11-16 08:00", "(r1)", "2026-11-16 17:00", "1.60", "2026-11-16 08:30", "berth accept q1");
    }

    @Test
    void cutConnection_isMadeAgain_andWhatWasMissedIsTold() throws IOException {
        CompletableFuture<Integer> code = watch(Shop.CLOCK);
        shop.fill();
        await(out, "(r1) is confirmed");
        relay.cut();
        await(err, "The connection was lost");
        shop.berth("cancel", "r1");
        shop.berth("book", "other", "--work", "1h", "--ready", "12:00", "--deadline", "13:00", "--pool", "fast");
        relay.mend();
        await(out, "other (r2) is confirmed");
        await(err, "Connected again");
        assertThat(lines()).isEqualTo("""
                        2026-11-16 08:00  course (r1) is confirmed: 2 servers of pool fast, 2026-11-16 09:00 to 2026-11-16 11:00
                        2026-11-16 08:00  course (r1) was cancelled
                        2026-11-16 08:00  other (r2) is confirmed: 1 server of pool fast, 2026-11-16 12:00 to 2026-11-16 13:00
                        """);
        assertThat(code).isNotDone();
    }

    @Test
    void cutBeforeAnythingWasTold_isReadAnew() throws IOException {
        shop.fill();
        CompletableFuture<Integer> code = watch(Shop.CLOCK, "r1");
        relay.cut();
        shop.berth("cancel", "r1");
        relay.mend();
        assertThat(ended(code)).isEqualTo(1);
        assertThat(lines()).isEqualTo("2026-11-16 08:00  course (r1) was cancelled\n");
    }

    @Test
    void whatIsOver_isNotWatched() throws IOException {
        shop.fill();
        shop.berth("cancel", "r1");
        assertThat(shop.berth("watch", "r1").code()).isEqualTo(1);
        assertThat(shop.berth("watch", "r1").err()).isEqualTo("r1: cancelled\n");
        assertThat(shop.berth("watch", "r9").code()).isEqualTo(2);
        assertThat(shop.berth("watch", "--until", "start").code()).isEqualTo(2);
        assertThat(shop.berth("watch", "r1", "--until", "noon").code()).isEqualTo(2);
    }

    @Test
    void interrupted_endsCleanly() throws IOException, InterruptedException {
        try (Subprocess watching = Subprocess.berthWith(variables(), "watch")) {
            watching.lineWith("Watching your reservations");
            watching.send("INT");
            assertThat(watching.rest()).endsWith("Watching your reservations; Ctrl-C ends");
            assertThat(watching.code()).isZero();
        }
    }
}
