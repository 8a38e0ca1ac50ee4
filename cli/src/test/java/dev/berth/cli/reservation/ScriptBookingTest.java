package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.sandbox.Sandbox;
import dev.berth.service.booking.Pools;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Batch scripts booked at a real service, and submitted to a real Slurm. */
@Timeout(120)
class ScriptBookingTest {
    @TempDir
    Path work;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(work);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private String script(String... options) throws IOException {
        StringBuilder text = new StringBuilder("#!/bin/sh\n");
        for (String each : options) {
            text.append("#SBATCH ").append(each).append('\n');
        }
        return Files.writeString(work.resolve("job.sh"), text + "sleep 600\n").toString();
    }

    /** Pools of nodes of partition gpu: one of whole nodes, or one whose nodes have parts. */
    private void addPool(Parts parts) {
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(
                            transaction,
                            new PoolJson.Planned(
                                    new Pool(
                                            new PoolId("gpu"),
                                            2,
                                            Rate.of("1"),
                                            Map.of("partition", "gpu", "gpu", "a100"),
                                            parts),
                                    Optional.empty(),
                                    Unit.SERVER,
                                    List.of(server("c1"), server("c2"))));
                    return 0;
                })
                .join();
    }

    private static NamedServer server(String name) {
        return new NamedServer(name, Optional.of(name), Optional.empty());
    }

    private static JsonNode booked(Ran ran) {
        assertThat(ran.err()).isEmpty();
        return Shop.json(ran);
    }

    @Test
    void partsTimesAndLicencesOfAScript_areBookedByTheirDeadline() throws IOException {
        addPool(Parts.of(Part.devices("gpu", 8), Part.amount("cores", 96), Part.amount("memory", 384 << 10)));
        String file = script(
                "--nodes=2 --gres=gpu:a100:2 --partition=gpu",
                "--ntasks-per-node=4 --cpus-per-task=2 --mem=64G",
                "-t 4:00:00 -J train");

        Ran ran = shop.berth("book", "--script", file, "--by", "friday", "--json");

        JsonNode answer = booked(ran);
        assertThat(answer.path("name").asText()).isEqualTo("train");
        assertThat(answer.path("pool").asText()).isEqualTo("gpu");
        assertThat(answer.path("servers").asInt()).isEqualTo(2);
        assertThat(answer.path("parts").toString()).isEqualTo("{\"cores\":8,\"gpu\":2,\"memory\":65536}");
        assertThat(answer.path("stay").asText()).isEqualTo("PT4H");
        assertThat(answer.path("deadline").asText()).isEqualTo("2026-11-20T00:00:00Z");
        Ran said = shop.berth("book", "--script", file, "--by", "friday");
        assertThat(said.out())
                .containsSubsequence(
                        "2 servers",
                        "2 gpus",
                        "8 cores",
                        "64 GiB",
                        "booked",
                        "sbatch --begin=2026-11-16T",
                        "--deadline=2026-11-20T00:00:00",
                        "job.sh",
                        "berth-test-r2");
    }

    @Test
    void aPoolWithoutParts_isBookedByTheServer_andItIsSaid() throws IOException {
        String file = script("--gres=gpu:1", "--time=60");

        Ran ran = shop.berth("book", "--script", file, "mine", "--pool", "slow", "--for", "2h");

        assertThat(ran.out()).containsSubsequence("1 server, whole", "booked", "mine", "stay", "2h");
        assertThat(ran.out()).doesNotContain("sbatch");
    }

    @Test
    void whatIsMissingOrUnknown_isSaid() throws IOException {
        String file = script("--nodes=1");
        Ran ran = shop.berth("book", "--script", file);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--time", "--for");

        String elsewhere = script("--partition=moon --time=5");
        ran = shop.berth("book", "--script", elsewhere);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("moon", "fast", "slow");

        assertThat(shop.berth("book", "--script", work.resolve("none.sh").toString())
                        .code())
                .isEqualTo(2);
        assertThat(shop.berth("book", "--submit", "x", "--for", "1h").code()).isEqualTo(2);
        assertThat(shop.berth("book", "--script", file, "--repeat", "FREQ=DAILY")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void submittedScript_waitsForItsStart_andRunsInTheReservation() throws IOException {
        shop.close();
        shop = new Shop(Files.createDirectory(work.resolve("live")), Clock.systemUTC());
        try (Sandbox slurm = Sandbox.start(2)) {
            addPool(Parts.NONE);
            Map<String, String> variables = new HashMap<>(shop.variables);
            variables.putAll(slurm.environment());
            variables.putIfAbsent("PATH", System.getenv("PATH"));
            slurm.run(
                            "scontrol",
                            "create",
                            "reservation",
                            "ReservationName=berth-test-r1",
                            "Nodes=c1",
                            "StartTime=now",
                            "Duration=30",
                            "Users=" + slurm.user())
                    .orThrow();
            Ran now = Ran.with(
                    new byte[0],
                    variables,
                    Clock.systemUTC(),
                    "book",
                    "--script",
                    script("--nodes=1 --partition=all --time=10 --output=/dev/null"),
                    "--pool",
                    "gpu",
                    "--submit",
                    "--json");
            String job = booked(now).path("slurmJob").asText();
            slurm.awaitJob(job, "RUNNING");
            assertThat(slurm.run("squeue", "-h", "-j", job, "-o", "%v").orThrow())
                    .isEqualTo("berth-test-r1");

            // Slurm has no partition gpu here: the booking stays, and it is said.
            Ran refused = Ran.with(
                    new byte[0],
                    variables,
                    Clock.systemUTC(),
                    "book",
                    "--script",
                    script("--nodes=2 --partition=nowhere --time=10"),
                    "--pool",
                    "gpu",
                    "--from",
                    "now+2h",
                    "--submit");
            assertThat(refused.out()).containsSubsequence("booked", "r2", "not submitted", "berth cancel r2");
            assertThat(refused.code()).isEqualTo(3);

            Ran later = Ran.with(
                    new byte[0],
                    variables,
                    Clock.systemUTC(),
                    "book",
                    "--script",
                    script("--nodes=1 --partition=all --time=10 --output=/dev/null"),
                    "--pool",
                    "gpu",
                    "--from",
                    "now+5h",
                    "--by",
                    "now+9h",
                    "--submit",
                    "--json");
            String waiting = booked(later).path("slurmJob").asText();
            String shown = slurm.run("scontrol", "-o", "show", "job", waiting).orThrow();
            assertThat(shown).contains("JobState=PENDING", "Reason=BeginTime");
            assertThat(shown).containsPattern("Deadline=20");
        }
    }
}
