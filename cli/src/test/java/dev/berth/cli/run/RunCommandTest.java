package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.booking.Pools;
import dev.berth.site.TimeSource;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, with a service that goes by the real clock. */
@Timeout(60)
class RunCommandTest {
    @TempDir
    Path work;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(work, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Subprocess start(String... args) throws IOException {
        return startOn("here", args);
    }

    private Subprocess startOn(String host, String... args) throws IOException {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("WORK", work.toString());
        variables.put("BERTH_HOST", host);
        // Nobody goes to another host; OtherHostTest does.
        variables.put("BERTH_SSH", "none");
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(args));
        return Subprocess.berthWith(variables, all.toArray(String[]::new));
    }

    private JsonNode past(String id) {
        return Shop.json(berth("show", id, "--json"));
    }

    private Ran berth(String... args) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("PATH", System.getenv("PATH"));
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private void await(String file) throws InterruptedException {
        Awaitility.await(file)
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(work.resolve(file)));
    }

    @Test
    void runs_passesOutputAndCode_andGivesTheServersBack() throws Exception {
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "echo hello from $BERTH_SERVERS of $BERTH_POOL; exit 7")) {
            assertThat(run.lineWith("hello")).isEqualTo("hello from 0 of fast");
            assertThat(run.code()).isEqualTo(7);
        }

        assertThat(past("r1").path("state").asText()).isEqualTo("finished-early");
        assertThat(past("r1").path("name").asText()).isEqualTo("sh");
    }

    /** The number of servers is chosen from a table: one for 20 minutes takes less of them than two for 15. */
    @Test
    void aTable_saysHowManyServersTheCommandGets() throws Exception {
        try (Subprocess run = start(
                "--pool", "fast", "--servers", "1:20m,2:15m", "--", "sh", "-c", "echo count $BERTH_SERVERS; exit 0")) {
            assertThat(run.lineWith("count")).isEqualTo("count 0");
            assertThat(run.code()).isZero();
        }
    }

    /** Neither to the command nor to its watchdog, which lives as long. */
    @Test
    void theTokenOfTheUser_isNotPassedOn() throws Exception {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("BERTH_TOKEN", shop.token());
        variables.put("BERTH_URL", shop.address());
        variables.put("XDG_CONFIG_HOME", work.resolve("nothing").toString());
        String look =
                "echo token ${BERTH_TOKEN-none}; for file in $(grep -lsz '^berth-watchdog$' /proc/[0-9]*/cmdline); do"
                        + " dog=${file%/cmdline}; grep -q \"^PPid:.$PPID$\" $dog/status && echo dog"
                        + " $(tr '\\0' '\\n' <$dog/environ | grep -c BERTH_TOKEN); done; exit 0";
        try (Subprocess run =
                Subprocess.berthWith(variables, "run", "--pool", "fast", "--for", "10m", "--", "sh", "-c", look)) {
            assertThat(run.lineWith("token")).isEqualTo("token none");
            assertThat(run.lineWith("dog")).isEqualTo("dog 0");
            assertThat(run.code()).isZero();
        }
    }

    @Test
    void serversWithNames_areFoundByThem() throws Exception {
        named("gpus", card("left", "GPU-a"), card("right", "GPU-b"));
        named("mixed", card("left", "GPU-a"), new NamedServer("other", Optional.of("node7"), Optional.empty()));
        String[] command = {"--", "sh", "-c", "echo $BERTH_SERVERS at $BERTH_HOSTS has ${CUDA_VISIBLE_DEVICES-none}"};

        try (Subprocess run = startOn("dgx", both("gpus", command))) {
            assertThat(run.lineWith("has")).isEqualTo("left,right at dgx has GPU-a,GPU-b");
        }
        // Of two servers one GPU: what is visible would not be what was reserved.
        try (Subprocess run = startOn("dgx", withSpread(both("mixed", command)))) {
            assertThat(run.lineWith("has")).isEqualTo("left,other at dgx,node7 has none");
        }
    }

    private static String[] withSpread(String... args) {
        List<String> all = new ArrayList<>(List.of("--spread"));
        all.addAll(List.of(args));
        return all.toArray(String[]::new);
    }

    private static NamedServer card(String host, String name, String device) {
        return new NamedServer(name, Optional.of(host), Optional.of(device));
    }

    /** Two hosts in one pool, as {@code pools detect --add} makes it on equal machines. */
    private void twoHosts() {
        named(
                "h200",
                card("alpha", "a0", "GPU-a0"),
                card("alpha", "a1", "GPU-a1"),
                card("beta", "b0", "GPU-b0"),
                card("beta", "b1", "GPU-b1"));
    }

    @Test
    void poolOfTwoHosts_onlyServersOfThisHostAreTaken() throws Exception {
        twoHosts();
        for (String[] asked : List.of(new String[] {"--pool", "h200"}, new String[] {})) {
            for (int i = 0; i < 3; i++) {
                List<String> args = new ArrayList<>(List.of(asked));
                args.addAll(List.of("--for", "10m", "--", "sh", "-c", "echo $BERTH_SERVERS at $BERTH_HOSTS"));
                try (Subprocess run = startOn("beta.example.org", args.toArray(String[]::new))) {
                    assertThat(run.lineWith(" at ")).matches("b[01] at beta");
                    assertThat(run.code()).isZero();
                }
            }
        }
    }

    @Test
    void hostIsFull_isRefused_althoughAnotherHostIsFree() throws Exception {
        twoHosts();
        berth("book", "both", "--pool", "h200", "--host", "beta", "--servers", "2", "--for", "10m", "--from", "now");
        try (Subprocess run = startOn("beta", "--nonblock", "--for", "10m", "--", "true")) {
            assertThat(run.rest()).contains("no-capacity", "host beta");
            assertThat(run.code()).isEqualTo(1);
        }
    }

    @Test
    void poolOfAnotherHost_isRefused_withWhereItIs() throws Exception {
        named("alpha", card("alpha", "a0", "GPU-a0"));
        named("beta", card("beta", "b0", "GPU-b0"));
        try (Subprocess run = startOn("alpha", "--pool", "beta", "--for", "10m", "--", "echo", "ran")) {
            assertThat(run.rest())
                    .containsSubsequence("Pool beta ", ", alpha;", "on beta", "--pool")
                    .doesNotContain("ran\n");
            assertThat(run.code()).isEqualTo(2);
        }
        try (Subprocess run = startOn("alpha", "--host", "beta", "--for", "10m", "--", "echo", "ran")) {
            assertThat(run.rest()).containsSubsequence("--host beta", "this machine is alpha");
            assertThat(run.code()).isEqualTo(2);
        }
    }

    @Test
    void reservationOnAnotherHost_runsNothing_andSaysWhere() throws Exception {
        twoHosts();
        berth("book", "mine", "--pool", "h200", "--host", "beta", "--for", "10m", "--from", "now");
        try (Subprocess run = startOn("alpha", "--reservation", "r1", "--", "echo", "hello")) {
            assertThat(run.rest())
                    .containsSubsequence(
                            "r1 has server b0 on beta",
                            "this machine is alpha",
                            "nothing was run",
                            "ssh beta berth run --reservation r1 -- echo hello")
                    .doesNotContain("hello\nr1");
            assertThat(run.code()).isEqualTo(1);
        }
        assertThat(past("r1").path("state").asText()).isEqualTo("running");
    }

    private static String[] both(String pool, String... command) {
        List<String> all = new ArrayList<>(List.of("--pool", pool, "--servers", "2", "--for", "10m"));
        all.addAll(List.of(command));
        return all.toArray(String[]::new);
    }

    private static NamedServer card(String name, String device) {
        return new NamedServer(name, Optional.of("dgx"), Optional.of(device));
    }

    private void named(String pool, NamedServer... servers) {
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(
                            transaction,
                            new PoolJson.Planned(
                                    new Pool(pool, servers.length, "1"),
                                    Optional.empty(),
                                    Unit.SERVER,
                                    List.of(servers)));
                    return 0;
                })
                .join();
    }

    @Test
    void withoutAWish_servesItselfFromThisMachineOnly() throws Exception {
        shop.addPool("far", Map.of("host", "elsewhere"));

        try (Subprocess run = start("--for", "10m", "--", "true")) {
            assertThat(run.rest()).containsSubsequence("this machine, here", "on elsewhere");
            assertThat(run.code()).isEqualTo(2);
        }
        shop.addPool("near", Map.of("host", "here.example.org"));
        try (Subprocess run = start("--for", "10m", "--", "sh", "-c", "echo hello from $BERTH_POOL")) {
            assertThat(run.lineWith("hello")).isEqualTo("hello from near");
        }
    }

    @Test
    void inAReservationOfYours() throws Exception {
        berth("book", "mine", "--pool", "fast", "--for", "10m", "--from", "now");

        try (Subprocess run = start("--reservation", "r1", "--", "sh", "-c", "echo in $BERTH_RESERVATION")) {
            assertThat(run.lineWith("in r")).isEqualTo("in r1");
            assertThat(run.code()).isZero();
        }
        assertThat(past("r1").path("state").asText())
                .as("it was booked for more")
                .isEqualTo("running");
        try (Subprocess run = start("--reservation", "r1", "--finish", "--", "sh", "-c", "echo again in r1")) {
            assertThat(run.lineWith("again")).isEqualTo("again in r1");
            assertThat(run.code()).isZero();
        }
        assertThat(past("r1").path("state").asText()).isEqualTo("finished-early");
    }

    @Test
    void full_waitsItsTurn_orFailsAtOnce() throws Exception {
        try (Subprocess first = start(
                "--pool",
                "fast",
                "--servers",
                "2",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "touch $WORK/first; while [ ! -e $WORK/go ]; do sleep 0.1; done; touch $WORK/done")) {
            await("first");

            try (Subprocess now = start("--pool", "fast", "--for", "10m", "--nonblock", "--", "true")) {
                assertThat(now.rest()).contains("Refused: ", "(no-capacity)");
                assertThat(now.code()).isEqualTo(1);
            }
            try (Subprocess second = start(
                    "--pool",
                    "fast",
                    "--servers",
                    "2",
                    "--for",
                    "10m",
                    "--",
                    "sh",
                    "-c",
                    "test -e $WORK/done && echo my turn")) {
                second.lineWith("waits for its servers in pool fast");
                Files.createFile(work.resolve("go"));
                second.lineWith("my turn");
                assertThat(second.code()).isZero();
            }
            assertThat(first.code()).isZero();
        }
    }

    @Test
    void stoppedWhileItWaits_cancels() throws Exception {
        berth("book", "other", "--pool", "fast", "--servers", "2", "--for", "1h", "--from", "now");

        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "touch",
                work.resolve("ran").toString())) {
            run.lineWith("waits for its servers");
            // Not INT, which is ignored by whatever a shell has started in the background, as this test may be.
            run.send("TERM");
            run.lineWith("r2 is cancelled");
            assertThat(run.code()).isEqualTo(143);
        }

        assertThat(past("r2").path("state").asText()).isEqualTo("cancelled");
        assertThat(work.resolve("ran")).doesNotExist();
    }

    @Test
    void runnerKilled_theCommandEndsToo() throws Exception {
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "10m",
                "--grace",
                "1s",
                "--",
                "sh",
                "-c",
                "echo $$ > $WORK/pid.tmp; mv $WORK/pid.tmp $WORK/pid; trap '' TERM; while :; do sleep 0.1; done")) {
            await("pid");
            run.kill();
        }
        Path status = Path.of("/proc", Files.readString(work.resolve("pid")).strip(), "status");
        Awaitility.await("end of " + status)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> isOver(status));
        assertThat(berth("list").out()).contains("running");
    }

    private static boolean isOver(Path status) throws IOException {
        try {
            return Files.readString(status).contains("State:\tZ");
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    @Test
    void serviceGone_theCommandRunsOn() throws Exception {
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done; echo done all the same; exit 3")) {
            await("ready");
            shop.close();
            Files.createFile(work.resolve("go"));

            run.lineWith("done all the same");
            run.lineWith("Cannot tell the service that the command in r1 has ended");
            assertThat(run.code()).isEqualTo(3);
        }
    }

    /** Three that want the only pool whole: whoever asked first runs first. */
    @Test
    void waitingRunners_getTheirTurnInOrder() throws Exception {
        berth("book", "other", "--pool", "fast", "--servers", "2", "--for", "1h", "--from", "now");
        String note = "echo $BERTH_RESERVATION >> $WORK/order";
        try (Subprocess first = start("--pool", "fast", "--servers", "2", "--for", "10m", "--", "sh", "-c", note)) {
            assertThat(first.lineWith("r2 waits")).contains(", maybe earlier; you are next");
            try (Subprocess second =
                    start("--pool", "fast", "--servers", "2", "--for", "10m", "--", "sh", "-c", note)) {
                assertThat(second.lineWith("r3 waits")).endsWith("; 1 before you");
                berth("finish", "r1");
                assertThat(first.code()).isZero();
                assertThat(second.code()).isZero();
            }
        }
        assertThat(work.resolve("order")).hasContent("r2\nr3");
    }

    @Test
    void twoRunnersOfOneReservation_oneRuns() throws Exception {
        berth("book", "mine", "--pool", "fast", "--for", "10m", "--from", "now");

        try (Subprocess first = start(
                "--reservation",
                "r1",
                "--",
                "sh",
                "-c",
                "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done")) {
            await("ready");
            Ran second = berth(
                    "run",
                    "--reservation",
                    "r1",
                    "--",
                    "touch",
                    work.resolve("twice").toString());
            assertThat(second.code()).isEqualTo(1);
            assertThat(second.err()).contains("Reservation r1 already runs sh on ", "(already-runs)");
            Files.createFile(work.resolve("go"));
            assertThat(first.code()).isZero();
        }
        assertThat(work.resolve("twice")).doesNotExist();
        assertThat(past("r1").at("/run/exitCode").asInt()).isZero();
    }

    /** Its reservation is cancelled, and it takes its time to end: until then the next one waits, although it has the servers. */
    @Test
    void serversInUse_theNextWaits() throws Exception {
        try (Subprocess first = start(
                "--pool",
                "fast",
                "--servers",
                "2",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "trap 'touch $WORK/told' TERM; touch $WORK/first; while [ ! -e $WORK/go ]; do sleep 0.1; done; touch $WORK/done")) {
            await("first");
            try (Subprocess second = start(
                    "--pool",
                    "fast",
                    "--servers",
                    "2",
                    "--for",
                    "10m",
                    "--",
                    "sh",
                    "-c",
                    "test -e $WORK/done && echo my turn")) {
                second.lineWith("waits for its servers in pool fast");
                berth("cancel", "r1");
                second.lineWith("r2 waits until the command that had its servers before has ended");
                await("told");
                Files.createFile(work.resolve("go"));
                second.lineWith("my turn");
                assertThat(second.code()).isZero();
            }
            first.lineWith("r1 was stopped: it is cancelled");
        }
    }

    /** Booked for 6 s and needs more: granted, because nobody else is to have the server. */
    @Test
    void overrun_extendsWhileNobodyElseWaits() throws Exception {
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "6s",
                "--overrun",
                "extend",
                "--more",
                "1m",
                "--",
                "sh",
                "-c",
                "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done; exit 6")) {
            await("ready");
            String end = past("r1").path("end").asText();
            Awaitility.await("r1 is extended")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> !past("r1").path("end").asText().equals(end));
            Files.createFile(work.resolve("go"));
            assertThat(run.code()).isEqualTo(6);
        }
        assertThat(past("r1").at("/run/state").asText()).isEqualTo("exited");
        assertThat(past("r1").path("stay").asText()).isEqualTo("PT1M6S");
    }

    /** Somebody has both servers soon afterwards: refused with the reason, and stopped at its end. */
    @Test
    void overrun_refused_isStoppedAtItsEnd() throws Exception {
        berth("book", "other", "--pool", "fast", "--servers", "2", "--for", "1h", "--from", "now+40s");
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "3s",
                "--overrun",
                "extend",
                "--more",
                "1h",
                "--",
                "sh",
                "-c",
                "while :; do sleep 0.1; done")) {
            // TERM, or KILL should it take long to hear of that.
            assertThat(run.code()).isIn(128 + 15, 128 + 9);
            assertThat(run.rest()).contains("r2 gets no more time. ", "r2 was stopped: its time was over");
        }
        assertThat(past("r2").at("/run/state").asText()).isEqualTo("cut-short");
        assertThat(past("r2").path("stay").asText()).isEqualTo("PT3S");
    }

    /** The same, but the other may start later, and does. */
    @Test
    void overrun_pushesWhatMayMove() throws Exception {
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--servers",
                "2",
                "--for",
                "6s",
                "--overrun",
                "push",
                "--more",
                "1m",
                "--",
                "sh",
                "-c",
                "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done")) {
            await("ready");
            berth("book", "other", "--pool", "fast", "--servers", "2", "--stay", "1h", "--deadline", "now+3h");
            String before = past("r2").path("start").asText();
            Awaitility.await("r2 is pushed")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> !past("r2").path("start").asText().equals(before));
            Files.createFile(work.resolve("go"));
            assertThat(run.code()).isZero();
        }
    }

    /** The first time it saves a checkpoint and is stopped; the second time it goes on in another reservation. */
    @Test
    void overrun_migratesTheRest() throws Exception {
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "6s",
                "--overrun",
                "migrate",
                "--more",
                "1m",
                "--",
                "sh",
                "-c",
                "echo $BERTH_RESERVATION >> $WORK/in; [ -e $WORK/saved ] && exit 5; touch $WORK/saved; while :; do sleep 0.1; done")) {
            run.lineWith("the rest runs in r2");
            assertThat(run.code()).isEqualTo(5);
        }
        assertThat(work.resolve("in")).hasContent("r1\nr2");
        assertThat(past("r1").at("/run/state").asText()).isEqualTo("cut-short");
        assertThat(past("r2").at("/run/exitCode").asInt()).isEqualTo(5);
    }

    /** The clock of the host is set an hour ahead: time stops for the service, and the command goes on. */
    @Test
    void clockSetForward_stopsNothing() throws Exception {
        shop.close();
        AtomicLong ahead = new AtomicLong();
        TimeSource machine = TimeSource.measured(Clock.systemUTC());
        shop = new Shop(Files.createDirectory(work.resolve("clock")), () -> {
            TimeSource.Reading now = machine.read();
            return new TimeSource.Reading(now.wall() + ahead.get(), now.elapsed());
        });
        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done; exit 2")) {
            await("ready");
            ahead.set(Duration.ofHours(1).toMillis());
            assertThat(past("r1").path("state").asText()).isEqualTo("running");
            Files.createFile(work.resolve("go"));
            assertThat(run.code()).isEqualTo(2);
        }
        assertThat(past("r1").at("/run/exitCode").asInt()).isEqualTo(2);
    }

    @Test
    void noSuchCommand_booksNothing() {
        Ran ran = berth("run", "--for", "1h", "--", "no-such-command");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).containsSubsequence("COMMAND: \"no-such-command\"", "nothing was booked");
        assertThat(berth("run", "--for", "1h").err()).startsWith("Missing argument: COMMAND");
        assertThat(berth("list", "--all").out()).contains("No reservations");
    }

    @Test
    void oneThing_orTheOther() {
        assertThat(berth("run", "--reservation", "r1", "--for", "1h", "--", "true")
                        .err())
                .startsWith("--reservation must be given alone");
        assertThat(berth("run", "--offer", "o1", "--servers", "2", "--", "true").err())
                .startsWith("--offer must be given alone");
        assertThat(berth("run", "--on-warning", "9", "--", "true").err()).contains("--on-warning: \"9\"");
        assertThat(berth("run", "--overrun", "maybe", "--", "true").err())
                .containsSubsequence("--overrun: \"maybe\"", "extend, push, migrate, kill");
    }
}
