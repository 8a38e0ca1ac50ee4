package dev.berth.cli.pool.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.engine.model.Rate;
import dev.berth.sandbox.Sandbox;
import dev.berth.server.settings.SiteFile;
import dev.berth.slurm.ClusterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth pools import slurm} with a real Slurm, and without a service. */
@Timeout(120)
class ImportSlurmTest {
    private static Sandbox slurm;

    @BeforeAll
    static void begin() {
        slurm = Sandbox.start(8);
    }

    @AfterAll
    static void end() {
        slurm.close();
    }

    @Test
    void poolsAreShown_andWhatIsPrintedIsSettings(@TempDir Path directory) throws IOException {
        Ran ran = imported("--partitions", "batch,gpu", "--rates", "bigmem=0.5,gpu=1");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out().replaceAll("  # .*", "")).isEqualTo("""
                # POOL          NODES  RATE  ATTRIBUTES                                    NAMES
                # batch         4      1     cpu=yes partition=batch racka=yes small=yes   c[1-4]
                # gpu-gpu       2      1     gpu=yes partition=gpu rackb=yes               g[1-2]
                # batch-bigmem  2      0.5   bigmem=yes cpu=yes partition=batch racka=yes  m[1-2]
                cluster:
                  slurm:
                    mode: watch
                    partitions: [batch, gpu]
                    lead: PT10M
                    rates: {bigmem: 0.5, gpu: 1}
                """);
        Path file = Files.writeString(
                directory.resolve("site.yaml"), "name: physics\nlisten: 127.0.0.1:7117\n" + ran.out());
        ClusterSettings read = SiteFile.read(file).cluster().orElseThrow();
        assertThat(read.mode()).isEqualTo(ClusterSettings.Mode.WATCH);
        assertThat(read.partitions()).isEqualTo(List.of("batch", "gpu"));
        assertThat(read.rates()).isEqualTo(Map.of("bigmem", Rate.of("0.5"), "gpu", Rate.of("1")));
    }

    @Test
    void withoutOptions_thePartitionOfAllTakesNothingFromOthers() {
        assertThat(imported().out())
                .contains("\n# batch", "\n# gpu", "partitions: [gpu, batch]\n")
                .doesNotContain("# all", "rates");
    }

    @Test
    void whatTheClusterDoesNotHave_isNamed() {
        Ran partition = imported("--partitions", "batch,cpu");
        assertThat(partition.code()).isEqualTo(2);
        assertThat(partition.err()).containsSubsequence("--partitions: ", "\"cpu\"", "all, batch, gpu");
        Ran feature = imported("--rates", "h100=1");
        assertThat(feature.code()).isEqualTo(2);
        assertThat(feature.err()).containsSubsequence("--rates: ", "\"h100\"", "bigmem, cpu, gpu, racka");
        for (String wrong : List.of("gpu", "gpu=fast", "gpu=2", "=1")) {
            assertThat(imported("--rates", wrong).err()).contains("--rates: cannot read \"%s\"".formatted(wrong));
        }
    }

    @Test
    void noCluster_saysWhereToRunIt(@TempDir Path directory) throws IOException {
        Map<String, String> variables = new HashMap<>(slurm.environment());
        Path conf = Files.writeString(directory.resolve("slurm.conf"), "Nonsense=1\n");
        variables.put("SLURM_CONF", conf.toString());
        Ran ran = Ran.with(new byte[0], variables, Clock.systemUTC(), "pools", "import", "slurm");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("Cannot read the cluster: scontrol", "Run this on a machine where");
    }

    private static Ran imported(String... options) {
        return Ran.with(
                new byte[0],
                slurm.environment(),
                Clock.systemUTC(),
                Stream.concat(Stream.of("pools", "import", "slurm"), Stream.of(options))
                        .toArray(String[]::new));
    }
}
