package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.host.FakeNvidiaSmi;
import dev.berth.cli.remote.Shop;
import dev.berth.server.settings.SiteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine as pools of whole cards and of cores. */
class DetectTest {
    @TempDir
    private Path directory;

    private FakeNvidiaSmi fake;

    @BeforeEach
    void make() throws IOException {
        fake = new FakeNvidiaSmi(directory.resolve("bin"));
        fake.answering();
    }

    private Ran detect(Map<String, String> variables, String... args) {
        Map<String, String> all = new HashMap<>(variables);
        all.putIfAbsent("XDG_CONFIG_HOME", directory.toString());
        all.put("PATH", fake.path());
        List<String> words = new ArrayList<>(List.of("pools", "detect", "--separate"));
        words.addAll(List.of(args));
        return Ran.with(new byte[0], all, Shop.CLOCK, words.toArray(String[]::new));
    }

    private Ran gpus(String recorded) throws IOException {
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/" + recorded));
        return detect(Map.of(), "--host", "dgx", "--no-cpus");
    }

    @Test
    void oneCard() throws IOException {
        assertThat(gpus("h200-gpus.csv").out()).isEqualTo("""
                pools:
                  - name: h200
                    unit: gpu
                    rate: 1
                    attributes: {gpu: h200, memory: "140GiB"}
                    servers:
                      - {name: gpu0, host: dgx, device: GPU-11111111-2222-3333-4444-555555555555}
                """);
    }

    @Test
    void severalKinds_areSeveralPools_andTheYamlIsRead() throws IOException {
        String yaml = gpus("mixed-gpus.csv").out();
        Path file = Files.writeString(directory.resolve("site.yaml"), "name: lab\n" + yaml);
        assertThat(SiteFile.read(file).pools())
                .extracting(each -> each.pool().id() + " " + each.named().size() + " "
                        + new TreeMap<>(each.pool().attributes()))
                .containsExactly(
                        "a100 2 {gpu=a100, memory=40GiB}",
                        "a100-80GiB 1 {gpu=a100, memory=80GiB}",
                        "rtx4090 1 {gpu=rtx4090, memory=24GiB}",
                        "t4 1 {gpu=t4, memory=15GiB}",
                        "gb10 1 {gpu=gb10}");
    }

    @Test
    void partsOfCards_haveTheirShareOfTheSpeed() throws IOException {
        fake.says("list.txt", FakeNvidiaSmi.recorded("/dev/berth/cli/host/mig-list.txt"));
        Ran ran = gpus("mig-gpus.csv");
        assertThat(ran.out())
                .contains("  - name: a100-3g.40gb\n    unit: gpu\n    rate: 0.43\n")
                .contains("{name: gpu0-0, host: dgx, device: MIG-00000000-0000-0000-0000-0000000000a0}")
                .contains("  - name: a100\n    unit: gpu\n    rate: 1\n")
                .contains("device: MIG-GPU-00000000-0000-0000-0000-000000000000/2/0}");
        assertThat(ran.err()).contains("GPU 2 is left out");
    }

    @Test
    void withoutNvidiaSmi_thereAreCores() {
        Ran ran = Ran.with(
                new byte[0], Map.of("PATH", "/nowhere"), Shop.CLOCK, "pools", "detect", "--separate", "--host", "7");
        assertThat(ran.err()).contains("No GPUs: nvidia-smi");
        assertThat(ran.out())
                .startsWith("pools:\n  - name: cores\n    unit: core\n")
                .contains("{name: core0, host: \"7\"}");
    }

    @Test
    void whatCannotBeRead_isNotLeftOut() throws IOException {
        fake.script("echo 'Failed to initialize NVML: Unknown Error'; exit 255");
        Ran ran = detect(Map.of());
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).containsSubsequence("nvidia-smi failed with exit code 255", "Unknown Error", "--no-gpus");
        assertThat(detect(Map.of(), "--no-gpus").code()).isZero();
        fake.script("echo 'No devices were found'; exit 6");
        assertThat(detect(Map.of(), "--no-cpus").err())
                .containsSubsequence("No GPUs: nvidia-smi found no devices\n", "Nothing was found");
    }

    @Test
    void add_addsWhatTheSiteDoesNotHave() throws IOException {
        try (Shop shop = new Shop(directory)) {
            fake.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/mixed-gpus.csv"));
            String[] first = {"--add", "--no-cpus", "--host", "one"};
            assertThat(detect(shop.variables, first).out()).startsWith("Added: pool a100 with gpu0, gpu1\n");
            assertThat(detect(shop.variables, first).out()).startsWith("Pool a100 already has all 2\n");
            assertThat(shop.berth("pools").out())
                    .contains("\na100 on one: gpu0, gpu1\n")
                    .containsPattern("a100 +2 gpus +1 +gpu=a100 memory=40GiB");

            fake.says(
                    "gpus.csv",
                    FakeNvidiaSmi.recorded("/dev/berth/cli/host/mixed-gpus.csv").replace("GPU-0", "GPU-9"));
            assertThat(detect(shop.variables, "--add", "--no-cpus", "--host", "two")
                            .out())
                    .startsWith("Added to pool a100: two-gpu0, two-gpu1\n");
            assertThat(detect(shop.variables, "--add", "--no-cpus", "--host", "two")
                            .out())
                    .startsWith("Pool a100 already has all 2\n");
            fake.says(
                    "gpus.csv",
                    FakeNvidiaSmi.recorded("/dev/berth/cli/host/mixed-gpus.csv").replace("40960", "20480"));
            assertThat(detect(shop.variables, first).err())
                    .containsSubsequence("Pool a100 has memory=40GiB", "has 20GiB", "--pool");
        }
    }

    @Test
    void printedNames_doNotClash_withThoseOfTheFile() throws IOException {
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv"));
        Path file = Files.writeString(directory.resolve("site.yaml"), "name: lab\npools: []\n");
        String[] args = {"--no-cpus", "--host", "dgx", "--config", file.toString()};
        Ran first = detect(Map.of(), args);
        assertThat(first.out()).startsWith("pools:\n  - name: h200\n");
        assertThat(first.err()).containsSubsequence("in place", file.toString());
        Files.writeString(file, "name: lab\n" + first.out());
        assertThat(detect(Map.of(), args).out()).as("the same servers").startsWith("  - name: h200\n");

        fake.says(
                "gpus.csv",
                FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv").replace("GPU-1", "GPU-9"));
        args[2] = "second";
        Ran second = detect(Map.of(), args);
        assertThat(second.out()).startsWith("  - name: h200-second\n");
        assertThat(second.err()).containsSubsequence("Add this", file.toString());
        Files.writeString(file, "name: lab\n" + first.out() + second.out());
        assertThat(SiteFile.read(file).pools()).hasSize(2);

        assertThat(detect(Map.of(), "--no-cpus", "--pool", "h200", "--config", file.toString())
                        .err())
                .containsSubsequence("--pool: pool h200 already exists", "--add");
        assertThat(detect(Map.of(), "--no-cpus", "--pool", "lab-gpus", "--config", file.toString())
                        .out())
                .startsWith("  - name: lab-gpus\n");
    }

    @Test
    void printedNames_doNotClash_withThoseOfTheSite() throws IOException {
        try (Shop shop = new Shop(directory)) {
            fake.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv"));
            assertThat(detect(shop.variables, "--add", "--no-cpus", "--host", "one")
                            .out())
                    .startsWith("Added: pool h200");
            assertThat(detect(shop.variables, "--no-cpus", "--host", "one").out())
                    .contains("- name: h200\n");
            fake.says(
                    "gpus.csv",
                    FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv").replace("GPU-1", "GPU-9"));
            assertThat(detect(shop.variables, "--no-cpus", "--host", "two").out())
                    .contains("- name: h200-two\n");
            assertThat(detect(shop.variables, "--add", "--no-cpus", "--host", "two", "--pool", "second")
                            .out())
                    .isEqualTo("Added: pool second with gpu0\n");
        }
    }

    @Test
    void oneName_isForOnePool() throws IOException {
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv"));
        assertThat(detect(Map.of(), "--pool", "mine").err())
                .containsSubsequence("--pool ", "2 on this machine: h200, cores", "--no-cpus or --no-gpus");
        assertThat(detect(Map.of(), "--no-cpus", "--pool", "a\nb").code()).isEqualTo(2);
    }
}
