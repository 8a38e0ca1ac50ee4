package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.host.Executables;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands on several hosts that start their processes there by a real {@code mpirun}, which goes from host to host by OpenSSH. Its processes
 * tell by {@code BERTH_HOST}, which is a variable of their session, where they are.
 */
@Timeout(180)
class LaunchersTest {
    private static final String SAYS = "mpirun --host $BERTH_SLOTS sh -c 'echo rank $OMPI_COMM_WORLD_RANK of"
            + " $OMPI_COMM_WORLD_SIZE on $BERTH_HOST'; echo first ${BERTH_HOSTS%%,*} here $BERTH_HOST";

    @TempDir
    private Path work;

    private ShopWithHosts shop;

    @BeforeEach
    void open() {
        assertThat(new Executables(System.getenv("PATH")).has("mpirun"))
                .as("mpirun is missing; on Debian: apt-get install openmpi-bin")
                .isTrue();
        // People have this in ~/.ssh/config; and root has to say that it means it.
        Map<String, String> forMpirun = Map.of(
                "OMPI_MCA_plm_rsh_agent",
                "ssh -F " + work.resolve("ssh/config"),
                "OMPI_ALLOW_RUN_AS_ROOT",
                "1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                "1");
        shop = new ShopWithHosts(work, forMpirun, "dgx1", "dgx2", "dgx3");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    /** Lines of a command on two hosts; mpirun warns on the other stream, in no order. */
    private List<String> lines(String script) throws Exception {
        try (Subprocess run = Subprocess.berthWith(
                shop.variables,
                "run",
                "--for",
                "10m",
                "--grace",
                "1s",
                "--servers",
                "2",
                "--gpus",
                "2",
                "--",
                "sh",
                "-c",
                "{ %s\n} >$WORK/lines".formatted(script))) {
            String said = run.rest();
            int code = run.code();
            Path lines = work.resolve("lines");
            assertThat(lines).as(said).exists();
            assertThat(code).as(said + Files.readString(lines)).isZero();
            return Files.readAllLines(lines).stream().sorted().toList();
        }
    }

    @Test
    void mpirun_startsAProcessForEachCard_onEachHost() throws Exception {
        assertThat(lines(SAYS))
                .containsExactly(
                        "first dgx1 here dgx1",
                        "rank 0 of 4 on dgx1",
                        "rank 1 of 4 on dgx1",
                        "rank 2 of 4 on dgx2",
                        "rank 3 of 4 on dgx2");
    }

    /** It runs on the host where it was typed, which is the second of its reservation. */
    @Test
    void theFirstHost_isThatOfTheCommand_alsoIfItIsNotTheFirstOfTheReservation() throws Exception {
        shop.booked("third", "--gpus", "3", "--host", "dgx3");
        shop.variables.put("BERTH_HOST", "dgx2");
        assertThat(lines("echo $BERTH_SERVERS; " + SAYS))
                .containsExactly(
                        "dgx2,dgx1",
                        "first dgx2 here dgx2",
                        "rank 0 of 4 on dgx2",
                        "rank 1 of 4 on dgx2",
                        "rank 2 of 4 on dgx1",
                        "rank 3 of 4 on dgx1");
        assertThat(Shop.json(shop.berth("show", "r2", "--json")).path("serverNumbers"))
                .extracting(JsonNode::asInt)
                .containsExactly(0, 1);
    }

    /**
     * The script of the guide, with a stand-in for {@code torchrun}. Each host has an address of its own on loopback, and only a process on it
     * listens there: they do not meet if the first name is not that of the host where the first of them is.
     */
    @Test
    void torchrun_meetsAtTheFirstHost_andEachHostHasItsOwnCards() throws Exception {
        shop.booked("busy", "--gpus", "1", "--host", "dgx1");
        shop.booked("third", "--gpus", "3", "--host", "dgx3");
        Path script = work.resolve("launch");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(script, script().replace(":29400", ":" + free.getLocalPort()));
        }
        Path torchrun = shop.hosts.programs().resolve("torchrun");
        Files.copy(Path.of("src/test/resources/dev/berth/cli/run/torchrun.py"), torchrun);
        Path program = work.resolve("train.py");
        Files.copy(Path.of("src/test/resources/dev/berth/cli/run/train.py"), program);
        for (Path each : List.of(script, torchrun)) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(lines("echo here $CUDA_VISIBLE_DEVICES; %s %s".formatted(script, program)))
                .containsExactly(
                        "here 1,2",
                        "rank 0 on dgx1, cards 1,2: 6",
                        "rank 1 on dgx1, cards 1,2: 6",
                        "rank 2 on dgx2, cards 0,1: 6",
                        "rank 3 on dgx2, cards 0,1: 6");
    }

    private static String script() throws IOException {
        String page = Files.readString(Path.of("../docs/guide/other-hosts.md"));
        String begin = "```text launch\n";
        int from = page.indexOf(begin) + begin.length();
        return page.substring(from, page.indexOf("\n```", from) + 1);
    }

    /** Processes on other hosts are not Berth's to end; mpirun ends them, also if it has no time to. */
    @Test
    void theEndOfItsTime_isTheEndOfAllItsProcesses_onAllHosts() throws Exception {
        Ran ran = shop.berth(
                "run",
                "--servers",
                "2",
                "--gpus",
                "1",
                "--for",
                "15s",
                "--grace",
                "1s",
                "--",
                "sh",
                "-c",
                "exec mpirun --host $BERTH_SLOTS sh -c 'echo $$ >$WORK/process-of-$BERTH_HOST; exec sleep 600'");
        assertThat(ran.err()).contains("r1 was stopped: its time was over");
        try (Stream<Path> files =
                Files.list(work).filter(each -> each.getFileName().toString().startsWith("process-of-"))) {
            List<Long> processes = new ArrayList<>();
            for (Path file : files.toList()) {
                processes.add(Long.parseLong(Files.readString(file).strip()));
            }
            assertThat(processes).hasSize(2);
            Awaitility.await("no process is left")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> processes.stream()
                            .noneMatch(each -> ProcessHandle.of(each).isPresent()));
        }
    }
}
