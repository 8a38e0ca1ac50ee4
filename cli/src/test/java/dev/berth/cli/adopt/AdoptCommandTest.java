package dev.berth.cli.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.host.FakeNvidiaSmi;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of this user, and a driver that says on which cards they are. */
@Timeout(60)
class AdoptCommandTest {
    private static final String ME = System.getProperty("user.name");
    private static final String FIRST = "GPU-11111111-2222-3333-4444-555555555555";
    private static final String SECOND = "GPU-22222222-2222-3333-4444-555555555555";

    @TempDir
    private Path work;

    private Shop shop;
    private FakeNvidiaSmi fake;
    private final List<Process> started = new ArrayList<>();
    private final List<String> apps = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(work, Clock.systemUTC());
        fake = new FakeNvidiaSmi(work.resolve("bin"));
        fake.answering();
        String gpus = FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv");
        fake.says("gpus.csv", gpus + "1, " + SECOND + ", NVIDIA H200, 143771 MiB, Disabled\n");
        using();
        PoolJson.Planned cards = new PoolJson.Planned(
                new Pool("cards", 2, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(
                        new NamedServer("gpu0", Optional.of("dgx"), Optional.of(FIRST)),
                        new NamedServer("gpu1", Optional.of("dgx"), Optional.of(SECOND))));
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(transaction, cards);
                    transaction.record(Accounts.KIND, Account.of("eve", Role.USER));
                    return 0;
                })
                .join();
    }

    @AfterEach
    void close() {
        started.forEach(Process::destroyForcibly);
        shop.close();
    }

    private void using(String... lines) throws IOException {
        apps.addAll(List.of(lines));
        fake.says("apps.csv", "gpu_uuid, pid, used_gpu_memory [MiB]\n" + String.join("", apps));
    }

    private Process sleeping() throws IOException {
        Process process = new ProcessBuilder("sleep", "300").start();
        started.add(process);
        return process;
    }

    private Process computing(String device) throws IOException {
        Process process = sleeping();
        using("%s, %d, 5286 MiB\n".formatted(device, process.pid()));
        return process;
    }

    private Ran berth(String... args) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("PATH", fake.path());
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private Ran adopt(Process process, String... more) {
        List<String> args = new ArrayList<>(List.of("adopt", "--host", "dgx", Long.toString(process.pid())));
        args.addAll(List.of(more));
        return berth(args.toArray(String[]::new));
    }

    @Test
    void processGetsItsCard_andTheGuardKnowsIt() throws Exception {
        Process sleep = computing(SECOND);
        assertThat(berth("guard", "--host", "dgx", "--once").out()).contains("process " + sleep.pid());

        Ran dry = adopt(sleep, "--for", "90m", "--dry-run");
        assertThat(dry.code()).as(dry.err()).isZero();
        assertThat(dry.out()).contains("Would be reserved", "gpu1", "Nothing was reserved");
        assertThat(berth("list", "--all").out()).doesNotContain("sleep");

        Ran adopted = adopt(sleep, "--for", "90m", "--name", "train");
        assertThat(adopted.code()).as(adopted.err()).isZero();
        assertThat(adopted.out())
                .contains("r1, train", "gpu1", "guard of dgx", "berth change r1 extend", "berth finish r1")
                .doesNotContain("gpu0");
        assertThat(berth("guard", "--host", "dgx", "--once").out())
                .doesNotContain("process " + sleep.pid() + ",")
                .contains("No use without a reservation");
        assertThat(sleep.isAlive()).isTrue();
    }

    @Test
    void json_isTheReservation() throws Exception {
        Process sleep = computing(FIRST);
        Ran adopted = adopt(sleep, "--json");
        assertThat(adopted.out()).contains("\"name\" : \"sleep\"", "\"serverNames\" : [ \"gpu0\" ]");
    }

    @Test
    void severalProcesses_getAllTheirCards() throws Exception {
        Process one = computing(FIRST);
        Process two = computing(SECOND);
        Ran adopted = adopt(one, Long.toString(two.pid()));
        assertThat(adopted.code()).as(adopted.err()).isZero();
        assertThat(adopted.out()).contains("gpu0, gpu1", "processes go on");
    }

    @Test
    void whatCannotBeAdopted_isSaid() throws Exception {
        Process sleep = sleeping();
        Ran idle = adopt(sleep);
        assertThat(idle.code()).isEqualTo(2);
        assertThat(idle.err())
                .contains("Process " + sleep.pid() + " (sleep) of " + ME, "no card")
                .doesNotContain("do:");

        Process other = computing(FIRST);
        assertThat(adopt(sleep).err()).contains("do: " + other.pid() + " (sleep)");

        Ran gone = berth("adopt", "--host", "dgx", "4194305");
        assertThat(gone.code()).isEqualTo(2);
        assertThat(gone.err()).contains("4194305 does not exist");

        Ran word = berth("adopt", "--host", "dgx", "python");
        assertThat(word.code()).isEqualTo(2);
        assertThat(word.err()).contains("\"python\"", "number of a process");

        Ran elsewhere = berth("adopt", "--host", "laptop", Long.toString(other.pid()));
        assertThat(elsewhere.code()).isEqualTo(2);
        assertThat(elsewhere.err()).contains("host laptop", "berth pools detect");
    }

    @Test
    void bookedCard_isRefused_andSaysByWhom() throws Exception {
        assertThat(berth(
                                "book",
                                "theirs",
                                "--for",
                                "1h",
                                "--from",
                                "now",
                                "--pool",
                                "cards",
                                "--servers",
                                "2",
                                "--for-user",
                                "eve")
                        .code())
                .isZero();
        Process sleep = computing(FIRST);
        Ran refused = adopt(sleep);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("gpu0 of dgx is booked until", "eve (r1)");
    }

    /** The driver tells of a divided card only which card it is. */
    @Test
    void dividedCard_isRefused() throws Exception {
        fake.says(
                "gpus.csv",
                FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv").replace("Disabled", "Enabled"));
        fake.says(
                "list.txt",
                "GPU 0: NVIDIA H200 (UUID: %s)%n".formatted(FIRST)
                        + "  MIG 3g.71gb     Device  0: (UUID: MIG-aaaaaaaa-2222-3333-4444-555555555555)\n");
        Process sleep = computing(FIRST);
        Ran refused = adopt(sleep);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("card 0", "divided (MIG)");
    }

    @Test
    void withoutTheTool_nothingIsKnown() throws Exception {
        fake.script("echo 'Failed to initialize NVML: Unknown Error'; exit 255");
        Ran failed = adopt(sleeping());
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).contains("nvidia-smi failed", "exit code 255");
    }
}
