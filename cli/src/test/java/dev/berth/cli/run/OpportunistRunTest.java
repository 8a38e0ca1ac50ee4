package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opportunistic jobs as processes of their own, with a service that goes by the real clock. */
@Timeout(120)
class OpportunistRunTest {
    /** Counts up in a file for each start, says what it sees, and works until it may end. */
    private static final String WORK =
            "echo start $BERTH_RESTARTS on $BERTH_SERVERS of $BERTH_POOL as $BERTH_OPPORTUNIST;"
                    + " trap 'echo saved; exit 3' TERM; while [ ! -e $WORK/enough ]; do sleep 0.05; done; echo done; exit 7";

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
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("WORK", work.toString());
        variables.put("BERTH_HOST", "here");
        List<String> all = new ArrayList<>(List.of("run", "--opportunistic", "--pool", "fast", "--grace", "1s"));
        all.addAll(List.of(args));
        return Subprocess.berthWith(variables, all.toArray(String[]::new));
    }

    private Ran berth(String... args) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("PATH", System.getenv("PATH"));
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private JsonNode job() {
        return job("o1");
    }

    private JsonNode job(String id) {
        return Shop.json(berth("show", id, "--json"));
    }

    private void allowTheEnd() throws IOException {
        Files.createFile(work.resolve("enough"));
    }

    /** Two servers of the pool, from a moment on for some seconds. */
    private Instant book(Duration ahead, Duration length) {
        Instant from = Instant.now().plus(ahead);
        Ran booked = berth(
                "book",
                "his",
                "--pool",
                "fast",
                "--servers",
                "2",
                "--from",
                from.toString(),
                "--to",
                from.plus(length).toString());
        assertThat(booked.code()).as(booked.err()).isZero();
        return from;
    }

    @Test
    void runsAtOnce_onIdleServers_andItsCodeIsThatOfItsCommand() throws Exception {
        try (Subprocess run = start("--servers", "2", "--", "sh", "-c", WORK)) {
            assertThat(run.lineWith("start")).isEqualTo("start 0 on 0,1 of fast as o1");
            Ran status = berth("status");
            assertThat(status.out())
                    .contains("o1 of admin (sh) on 0,1 of pool fast")
                    .contains("fast: 2 of 2 servers");
            assertThat(berth("runs").out()).containsPattern("o1 +sh +running");
            allowTheEnd();
            assertThat(run.lineWith("done")).isEqualTo("done");
            assertThat(run.code()).isEqualTo(7);
        }
        assertThat(job().path("state").asText()).isEqualTo("exited");
        assertThat(job().path("exitCode").asInt()).isEqualTo(7);
        assertThat(berth("runs").out()).doesNotContain("o1");
    }

    /** The command is over before the reservation starts, and is started again when that is over. */
    @Test
    void reservation_getsItsServersInTime_andTheJobGoesOn() throws Exception {
        try (Subprocess run = start("--", "sh", "-c", WORK)) {
            run.lineWith("start 0");
            Instant from = book(Duration.ofSeconds(8), Duration.ofSeconds(4));
            assertThat(run.lineWith("has to make way")).contains("o1");
            assertThat(run.lineWith("saved")).isEqualTo("saved");
            run.lineWith("o1 was stopped");
            assertThat(Instant.now()).as("stopped in time").isBefore(from);
            run.lineWith("o1 waits");
            assertThat(run.lineWith("start 1")).isEqualTo("start 1 on 0 of fast as o1");
            assertThat(Instant.now())
                    .as("started when it was over")
                    .isAfter(from.plusSeconds(4).minusMillis(50));
            allowTheEnd();
            assertThat(run.code()).isEqualTo(7);
        }
        assertThat(job().path("starts").asInt()).isEqualTo(2);
    }

    /** Nobody could know of it: the command has its grace, and that of the reservation waits until it is over. */
    @Test
    void reservationThatStartsNow_stopsItWithinItsGrace() throws Exception {
        try (Subprocess run = start("--servers", "2", "--", "sh", "-c", WORK)) {
            run.lineWith("start 0");
            Ran his = berth("run", "--pool", "fast", "--for", "1m", "--", "sh", "-c", "exit 0");
            assertThat(his.code()).as(his.err()).isZero();
            run.lineWith("saved");
            run.lineWith("start 1");
            allowTheEnd();
            assertThat(run.code()).isEqualTo(7);
        }
    }

    @Test
    void checkpoint_isASignalOrACommand() throws Exception {
        String signalled = "trap 'echo saved by signal; exit 0' USR1; trap 'echo terminated; exit 1' TERM; echo start;"
                + " [ $BERTH_RESTARTS = 1 ] && exit 4; while true; do sleep 0.05; done";
        try (Subprocess run = start("--checkpoint", "SIGUSR1", "--", "sh", "-c", signalled)) {
            run.lineWith("start");
            book(Duration.ofSeconds(6), Duration.ofSeconds(1));
            assertThat(run.lineWith("saved by signal")).isNotEmpty();
            assertThat(run.code()).isEqualTo(4);
        }
        String commanded = "trap 'cat $WORK/saved; exit 1' TERM; echo start $BERTH_RESTARTS;"
                + " [ $BERTH_RESTARTS = 1 ] && exit 5; while true; do sleep 0.05; done";
        try (Subprocess run = start(
                "--checkpoint",
                "echo saved by command of $BERTH_OPPORTUNIST > $WORK/saved",
                "--",
                "sh",
                "-c",
                commanded)) {
            run.lineWith("start 0");
            book(Duration.ofSeconds(6), Duration.ofSeconds(1));
            assertThat(run.lineWith("saved by command")).isEqualTo("saved by command of o2");
            assertThat(run.code()).isEqualTo(5);
        }
    }

    @Test
    void endOfTheWindow_isKnownToTheCommand_ifItIsForeseen() throws Exception {
        Instant from = book(Duration.ofSeconds(30), Duration.ofSeconds(60));
        try (Subprocess run = start("--", "sh", "-c", "echo ends ${BERTH_WINDOW_END-never}; exit 0")) {
            assertThat(run.lineWith("ends ")).isEqualTo("ends " + from.truncatedTo(ChronoUnit.MILLIS));
            assertThat(run.code()).isZero();
        }
    }

    /** Ctrl-C ends the command and takes the job out; so it does while it waits. */
    @Test
    void signal_endsIt() throws Exception {
        try (Subprocess run = start("--", "sh", "-c", WORK)) {
            run.lineWith("start 0");
            run.terminate();
            run.lineWith("saved");
            assertThat(run.code()).isEqualTo(3);
        }
        assertThat(job().path("state").asText()).isEqualTo("exited");
        book(Duration.ofSeconds(0), Duration.ofSeconds(60));
        try (Subprocess run = start("--", "sh", "-c", WORK)) {
            run.lineWith("o2 waits for idle servers");
            run.terminate();
            run.lineWith("o2 is withdrawn");
            assertThat(run.code()).isEqualTo(143);
        }
        assertThat(job("o2").path("state").asText()).isEqualTo("withdrawn");
    }

    @Test
    void workThatIsLimited_endsIt() throws Exception {
        try (Subprocess run = start("--work", "4s", "--", "sh", "-c", WORK)) {
            run.lineWith("start 0");
            run.lineWith("saved");
            run.lineWith("o1 has had its servers for all of its work");
            assertThat(run.code()).isEqualTo(3);
        }
        assertThat(job().path("state").asText()).isEqualTo("work-done");
    }

    @Test
    void withdrawnElsewhere_stopsItsCommand() throws Exception {
        try (Subprocess run = start("--", "sh", "-c", WORK)) {
            run.lineWith("start 0");
            assertThat(berth("cancel", "o1").out()).isEqualTo("Withdrew o1\n");
            run.lineWith("saved");
            run.lineWith("o1 was withdrawn");
            assertThat(run.code()).isEqualTo(3);
        }
    }

    @Test
    void whatMakesNoSense_isSaid() {
        assertThat(berth("run", "--opportunistic", "--for", "1h", "--", "true").code())
                .isEqualTo(2);
        assertThat(berth("run", "--opportunistic", "--reservation", "r1", "--", "true")
                        .code())
                .isEqualTo(2);
        assertThat(berth("run", "--opportunistic", "--overrun", "extend", "--", "true")
                        .code())
                .isEqualTo(2);
        assertThat(berth("run", "--checkpoint", "USR1", "--", "true").code()).isEqualTo(2);
        assertThat(berth("show", "o1").code()).as("nothing was queued").isEqualTo(2);
        assertThat(berth("cancel", "o1", "--dry-run").code()).isEqualTo(2);
    }
}
