package dev.berth.cli.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.host.FakeNvidiaSmi;
import dev.berth.cli.host.LoadMeter;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Pools;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guard as a process of its own, with real processes of this user and a driver that lists them. */
@Timeout(60)
class GuardTest {
    private static final String ME = System.getProperty("user.name");

    @TempDir
    private Path work;

    private Shop shop;
    private FakeNvidiaSmi fake;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(work, Clock.systemUTC());
        fake = new FakeNvidiaSmi(work.resolve("bin"));
        fake.answering();
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv"));
        PoolJson.Planned cards = new PoolJson.Planned(
                new Pool("cards", 1, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(new NamedServer(
                        "gpu0", Optional.of("dgx"), Optional.of("GPU-11111111-2222-3333-4444-555555555555"))));
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(transaction, cards);
                    return 0;
                })
                .join();
    }

    @AfterEach
    void close() {
        started.forEach(Process::destroyForcibly);
        shop.close();
    }

    private Process using(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        fake.says(
                "apps.csv",
                FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-busy-apps.csv").replace(" 499", " " + process.pid()));
        return process;
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("PATH", fake.path());
        return variables;
    }

    private Subprocess guard(String... options) throws IOException {
        return guardWithGrace("PT0.6S", options);
    }

    private Subprocess guardWithGrace(String grace, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("guard", "--host", "dgx", "--every", "PT0.3S", "--grace", grace));
        all.addAll(List.of(options));
        return Subprocess.berthWith(variables(), all.toArray(String[]::new));
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables(), Clock.systemUTC(), args);
    }

    private List<String> audit() {
        List<String> deeds = shop.server
                .site()
                .read(view -> view.facts(AuditLog.class).before(Long.MAX_VALUE, null, 100).stream()
                        .map(line -> line.deed().what())
                        .filter(what -> what.startsWith("guard-"))
                        .toList());
        return deeds.reversed();
    }

    @Test
    void stop_warnsAndEndsAProcessWithoutAReservation() throws Exception {
        Process sleep = using("sleep", "300");
        try (Subprocess guard = guard("--policy", "stop", "--include-system")) {
            assertThat(guard.lineWith("without a reservation"))
                    .startsWith(ME + " (process " + sleep.pid() + ", sleep) uses gpu0 on dgx without");
            assertThat(sleep.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sleep.exitValue()).isEqualTo(128 + 15);
            guard.terminate();
        }
        assertThat(audit()).startsWith("guard-warn", "guard-terminate");
    }

    @Test
    void stop_killsWhatIgnoresIt() throws Exception {
        Process stubborn = using("sh", "-c", "trap '' TERM; while :; do sleep 0.1; done");
        try (Subprocess guard = guard("--policy", "stop", "--include-system")) {
            assertThat(stubborn.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(stubborn.exitValue()).isEqualTo(128 + 9);
            guard.terminate();
        }
        assertThat(audit()).containsExactly("guard-warn", "guard-terminate", "guard-kill");
    }

    @Test
    void exemptUsers_areReportedOnly_andSoIsEverybodyByDefault() throws Exception {
        Process sleep = using("sleep", "300");
        try (Subprocess guard = guard("--policy", "stop", "--include-system", "--exempt", "other," + ME)) {
            guard.lineWith("without a reservation");
            fake.awaitQuestions(20);
            guard.terminate();
        }
        assertThat(berth("guard", "--host", "dgx", "--once").out()).contains("uses gpu0 on dgx");
        assertThat(sleep.isAlive()).isTrue();
        assertThat(audit()).isEmpty();
    }

    @Test
    void whoHasAReservation_isLeftAlone() throws Exception {
        shop.server
                .site()
                .write("test", transaction -> {
                    transaction.record(Accounts.KIND, Account.of(ME, Role.USER));
                    return 0;
                })
                .join();
        assertThat(berth("book", "train", "--for", "1h", "--from", "now", "--pool", "cards", "--user", ME)
                        .code())
                .isZero();
        Process sleep = using("sleep", "300");
        Ran once = berth("guard", "--host", "dgx", "--once", "--policy", "stop", "--include-system");
        assertThat(once.code()).as(once.err()).isZero();
        assertThat(once.out()).doesNotContain(ME + " (process " + sleep.pid());
        assertThat(sleep.isAlive()).isTrue();
    }

    @Test
    void withoutACompleteLook_nothingIsDone() throws Exception {
        Process sleep = using("sleep", "300");
        try (Subprocess guard = guardWithGrace("PT2S", "--policy", "stop", "--include-system")) {
            guard.lineWith("without a reservation");
            fake.script("echo 'Failed to initialize NVML: Unknown Error'; exit 255");
            assertThat(guard.lineWith("Nothing is done")).containsSubsequence("nvidia-smi failed", "exit code 255");
            fake.awaitQuestions(12);
            assertThat(sleep.isAlive()).isTrue();
            guard.terminate();
        }
        Ran once = berth("guard", "--host", "dgx", "--once");
        assertThat(once.code()).isEqualTo(3);
        assertThat(once.err()).containsSubsequence("nvidia-smi failed", "exit code 255");
    }

    @Test
    void withoutTheService_nobodyIsStopped() throws Exception {
        Process sleep = using("sleep", "300");
        try (Subprocess guard = guardWithGrace("PT2S", "--policy", "stop", "--include-system")) {
            guard.lineWith("without a reservation");
            shop.close();
            guard.lineWith("Nothing is done");
            // More than the grace: two questions a round.
            fake.awaitQuestions(20);
            assertThat(sleep.isAlive()).isTrue();
            guard.terminate();
        }
    }

    /** The process is not in the list of processes: it has just ended, or runs where the guard cannot see it. */
    @Test
    void aCardOfAnUnseenProcess_isNotLookedAt() throws Exception {
        fake.says(
                "apps.csv",
                FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-busy-apps.csv").replace(" 499", " 4194305"));
        Optional<NvidiaSmi> tool = NvidiaSmi.find(fake.path(), NvidiaSmi.PATIENCE);
        assertThat(Look.take(tool, new LoadMeter()).reading().has("devices")).isFalse();
        fake.says("apps.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-idle-apps.csv"));
        assertThat(Look.take(tool, new LoadMeter()).reading().path("devices")).hasSize(1);
        // Without its tool nothing is said of cards at all.
        assertThat(Look.take(Optional.empty(), new LoadMeter()).reading().has("devices"))
                .isFalse();
    }

    /** Memory of the card is told where the driver tells it, and which number the card has. */
    @Test
    void theLook_hasTheMemoryOfCards_andOfProcesses() throws Exception {
        Process sleep = using("sleep", "300");
        Optional<NvidiaSmi> tool = NvidiaSmi.find(fake.path(), NvidiaSmi.PATIENCE);

        assertThat(Look.take(tool, new LoadMeter()).reading().path("cards").toString())
                .isEqualTo(
                        "[{\"device\":\"GPU-11111111-2222-3333-4444-555555555555\",\"number\":0,\"memory\":143771}]");
        assertThat(Look.take(tool, new LoadMeter())
                        .reading()
                        .at("/uses/0/cardMemory")
                        .asLong())
                .isEqualTo(5286);
        fake.says(
                "apps.csv",
                "gpu_uuid, pid, used_gpu_memory [MiB]\nGPU-11111111-2222-3333-4444-555555555555, %d, [N/A]\n"
                        .formatted(sleep.pid()));
        assertThat(Look.take(tool, new LoadMeter()).reading().at("/uses/0").has("cardMemory"))
                .isFalse();
    }

    /** The load is that of the card, and of all users on the processors. */
    @Test
    void theLook_hasTheLoadOfCardsAndUsers() throws Exception {
        using("sleep", "300");
        fake.says("load.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-ended-load.csv"));
        fake.says("samples.txt", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-ended-samples.txt"));
        Optional<NvidiaSmi> tool = NvidiaSmi.find(fake.path(), NvidiaSmi.PATIENCE);
        LoadMeter meter = new LoadMeter();

        assertThat(Look.take(tool, meter).reading().has("loads")).isFalse();
        JsonNode reading = Look.take(tool, meter).reading();
        assertThat(reading.at("/cards/0/busy").asInt()).isEqualTo(83);
        assertThat(reading.at("/cards/0/used").asInt()).isEqualTo(2_163);
        assertThat(reading.path("loads").findValuesAsText("user"))
                .contains("root")
                .doesNotHaveDuplicates();
    }

    /** The owner of a card computes nothing on it: {@code berth show} draws that, and says until when it stays. */
    @Test
    void theUseOfAReservation_isShown() throws Exception {
        fake.says("apps.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-idle-apps.csv"));
        fake.says("load.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-ended-load.csv"));
        fake.says("samples.txt", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-ended-samples.txt"));
        assertThat(berth("book", "train", "--pool", "cards", "--stay", "1h", "--deadline", "now+2h")
                        .code())
                .isZero();
        assertThat(berth("guard", "--host", "dgx", "--once").code()).isZero();
        assertThat(berth("guard", "--host", "dgx", "--once").code()).isZero();
        assertThat(berth("show", "r1").out()).contains("cards        ", "card memory ", "a column is");
        assertThat(berth("keep", "r1", "--for", "10m").code()).isZero();
        assertThat(berth("show", "r1").out()).contains("kept although idle");
    }

    /** Nobody can be told apart by such a line, and nobody else is hidden by it. */
    @Test
    void aLineThatCannotBeRead_isSkipped_andSaidOnce() throws Exception {
        Process sleep = using("sleep", "300");
        String readable = "GPU-11111111-2222-3333-4444-555555555555, " + sleep.pid() + ", 5286 MiB";
        fake.says("apps.csv", "gpu_uuid, pid, used_gpu_memory [MiB]\nhel\u001blo\n" + readable + "\n");
        try (Subprocess guard = guard()) {
            assertThat(guard.lineWith("Skipped")).containsSubsequence("nvidia-smi", "\"hel?lo\"");
            guard.lineWith(ME + " (process " + sleep.pid() + ", sleep) uses gpu0");
            fake.awaitQuestions(12);
            guard.terminate();
            assertThat(guard.rest()).containsOnlyOnce("Skipped");
        }
        Optional<NvidiaSmi> tool = NvidiaSmi.find(fake.path(), NvidiaSmi.PATIENCE);
        assertThat(Look.take(tool, new LoadMeter()).reading().path("devices")).hasSize(1);
        fake.says("apps.csv", "gpu_uuid, pid, used_gpu_memory [MiB]\nhello\n");
        assertThat(Look.take(tool, new LoadMeter()).reading().has("devices"))
                .as("a card that may be in use")
                .isFalse();
    }

    @Test
    void anotherHost_isUnknown() throws Exception {
        using("true");
        Ran once = berth("guard", "--host", "other", "--once");
        assertThat(once.code()).isEqualTo(2);
        assertThat(once.err()).contains("on host other");
    }
}
