package dev.berth.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NvidiaSmiTest {
    @TempDir
    private Path folder;

    private FakeNvidiaSmi fake;

    @BeforeEach
    void make() throws IOException {
        fake = new FakeNvidiaSmi(folder);
        fake.answering();
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("h200-gpus.csv"));
        fake.says("apps.csv", FakeNvidiaSmi.recorded("h200-busy-apps.csv"));
    }

    private NvidiaSmi tool() {
        return NvidiaSmi.find(fake.path(), Duration.ofSeconds(20)).orElseThrow();
    }

    private static void fails(Runnable work, String message) {
        assertThatExceptionOfType(Failed.class).isThrownBy(work::run).withMessageContaining(message);
    }

    @Test
    void oneCard() {
        assertThat(tool().cards())
                .containsExactly(new Gpu(
                        0, "GPU-11111111-2222-3333-4444-555555555555", "NVIDIA H200", 143_771, false, List.of()));
        assertThat(tool().computing().processes())
                .containsExactly(
                        new GpuProcess("GPU-11111111-2222-3333-4444-555555555555", 499, OptionalLong.of(5286)));
    }

    private NvidiaSmi.CardLoad load(String recording) throws IOException {
        fake.says("load.csv", FakeNvidiaSmi.recorded("h200-%s-load.csv".formatted(recording)));
        fake.says("samples.txt", FakeNvidiaSmi.recorded("h200-%s-samples.txt".formatted(recording)));
        return tool().loads().get("GPU-11111111-2222-3333-4444-555555555555");
    }

    /** A card that computes, has just stopped, holds memory and does nothing, and computes in bursts that a moment does not show. */
    @Test
    void loads_areThoseOfTheLatestSeconds() throws IOException {
        assertThat(load("begun")).isEqualTo(new NvidiaSmi.CardLoad(98, 2_163));
        assertThat(load("ended")).isEqualTo(new NvidiaSmi.CardLoad(83, 2_163));
        assertThat(load("held")).isEqualTo(new NvidiaSmi.CardLoad(0, 2_163));
        assertThat(load("bursts")).isEqualTo(new NvidiaSmi.CardLoad(14, 2_163));
    }

    @Test
    void loadsThatTheDriverDoesNotTell_areMissing() throws IOException {
        assertThat(tool().loads()).as("an old driver").isEmpty();
        fake.says("samples.txt", "");
        fake.says("load.csv", """
                uuid, pci.bus_id, utilization.gpu [%], memory.used [MiB]
                GPU-aaa, 00000000:00:06.0, [N/A], 0 MiB
                GPU-bbb, 00000000:00:07.0, 7 %, 10 MiB
                """);
        assertThat(tool().loads()).containsOnlyKeys("GPU-bbb");
        fake.says("load.csv", "No devices were found\n");
        assertThat(tool().loads()).as("as while the driver is reset").isEmpty();
    }

    @Test
    void nobodyComputes() throws IOException {
        fake.says("apps.csv", FakeNvidiaSmi.recorded("h200-idle-apps.csv"));
        assertThat(tool().computing()).isEqualTo(NvidiaSmi.Computing.NONE);
    }

    /** {@code exec -a $'garbage\nhello' python3}: a driver 580 prints the name raw, in the middle of its table. */
    @Test
    void aLineBreakInTheNameOfAProcess_hidesNobody() throws IOException {
        fake.script("""
                case "$1" in
                  *process_name*)
                    echo 'gpu_uuid, pid, used_gpu_memory [MiB], process_name'
                    printf 'GPU-a1b2, 7, 500 MiB, garbage\\nhello\\n'
                    echo 'GPU-a1b3, 8, 500 MiB, python3' ;;
                  --query-compute-apps=*)
                    echo 'gpu_uuid, pid, used_gpu_memory [MiB]'
                    echo 'GPU-a1b2, 7, 12 MiB'
                    echo 'GPU-a1b3, 8, [N/A]' ;;
                esac""");
        assertThat(tool().computing().processes())
                .containsExactly(
                        new GpuProcess("GPU-a1b2", 7, OptionalLong.of(12)),
                        new GpuProcess("GPU-a1b3", 8, OptionalLong.empty()));
        assertThat(tool().computing().unreadable()).isEmpty();
    }

    @Test
    void oneUnreadableLine_hidesNoOther() throws IOException {
        fake.says("apps.csv", "gpu_uuid, pid, used_gpu_memory [MiB]\nGPU-a1b2, [N/A], 10 MiB\nGPU-a1b3, 8, 10 MiB\n");
        assertThat(tool().computing().processes()).containsExactly(new GpuProcess("GPU-a1b3", 8, OptionalLong.of(10)));
        assertThat(tool().computing().unreadable()).containsExactly("GPU-a1b2, [N/A], 10 MiB");
        assertThat(tool().computing().unclear()).contains(Set.of("GPU-a1b2"));

        fake.says(
                "apps.csv",
                "gpu_uuid, pid, used_gpu_memory [MiB]\n[Unknown Error], 7, 10 MiB\nGPU-a1b3, 8, 10 MiB\nGPU-a1b4, 9, 10\n");
        assertThat(tool().computing().processes()).containsExactly(new GpuProcess("GPU-a1b3", 8, OptionalLong.of(10)));
        assertThat(tool().computing().unreadable()).hasSize(2);
        assertThat(tool().computing().unclear()).isEmpty();
        assertThat(NvidiaSmi.shown("\u001b[31m" + "x".repeat(99))).isEqualTo("?[31m" + "x".repeat(75) + "...");
    }

    @Test
    void partsOfCards() throws IOException {
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("mig-gpus.csv"));
        fake.says("list.txt", FakeNvidiaSmi.recorded("mig-list.txt"));
        List<Gpu> cards = tool().cards();
        assertThat(cards.getFirst().parts())
                .extracting(Gpu.Part::profile, Gpu.Part::slices)
                .containsExactly(tuple("3g.40gb", 3), tuple("1g.10gb", 1), tuple("1c.3g.40gb", 1));
        assertThat(cards).extracting(Gpu::isDivided).containsExactly(true, false, true);
        assertThat(cards.getLast().parts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA H200, h200",
        "NVIDIA H100 80GB HBM3, h100",
        "NVIDIA A100-SXM4-40GB, a100",
        "Tesla V100-SXM2-16GB, v100",
        "NVIDIA GeForce RTX 4090, rtx4090",
        "NVIDIA RTX 6000 Ada Generation, rtx6000ada",
        "NVIDIA GeForce GTX 1080 Ti, gtx1080ti",
        "Tesla T4, t4",
        "NVIDIA L40S, l40s",
        "Graphics Device, gpu"
    })
    void kindOfACard(String name, String kind) {
        assertThat(new Gpu(0, "GPU-1", name, 0, false, List.of()).kind()).isEqualTo(kind);
    }

    @Test
    void notInstalled() {
        assertThat(NvidiaSmi.find("/nowhere::" + folder.resolve("other"), Duration.ofSeconds(1)))
                .isEmpty();
    }

    @Test
    void noCard() throws IOException {
        fake.script("echo 'No devices were found'; exit 6");
        assertThat(tool().cards()).isEmpty();
    }

    /** The driver is reset between two questions: that nobody computes would be a guess. */
    @Test
    void cardsThatVanish_areAnError_forWhoAsksWhoUsesThem() throws IOException {
        fake.script("echo 'No devices were found'; exit 6");
        fails(() -> tool().computing(), "exit code 6: No devices were found");
        fake.script("echo 'No devices were found'");
        fails(() -> tool().computing(), "Cannot read the output");
    }

    @Test
    void driverError_isNotNoCard() throws IOException {
        fake.script(
                "echo \"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that"
                        + " the latest NVIDIA driver is installed and running.\"; exit 9");
        fails(() -> tool().cards(), "exit code 9: NVIDIA-SMI has failed");
        fake.script("echo 'Failed to initialize NVML: Driver/library version mismatch' >&2; exit 18");
        fails(() -> tool().computing(), "exit code 18: Failed to initialize NVML: Driver/library version mismatch");
    }

    @Test
    void hanging_isGivenUp() throws IOException {
        fake.script("sleep 300");
        NvidiaSmi hasty = NvidiaSmi.find(fake.path(), Duration.ofMillis(300)).orElseThrow();
        fails(hasty::cards, "did not answer within 0.3 seconds");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "index, uuid, name\n0, GPU-1, x",
                "index, uuid, name, memory.total [MiB], mig.mode.current\n0, GPU-1234, NVIDIA",
                "index, uuid, name, memory.total [MiB], mig.mode.current\n0, [Unknown Error], x, 1 MiB, Disabled",
                "index, uuid, name, memory.total [MiB], mig.mode.current\nzero, GPU-1234, x, 1 MiB, Disabled"
            })
    void garbage_isSaid(String text) throws IOException {
        fake.says("gpus.csv", text);
        fails(() -> tool().cards(), "the output of nvidia-smi: \"");
    }

    @Test
    void garbageInTheListOfParts_isSaid() throws IOException {
        fake.says("gpus.csv", FakeNvidiaSmi.recorded("mig-gpus.csv"));
        fake.says("list.txt", "Unable to determine the device handle for GPU0000:01:00.0: Unknown Error\n");
        fails(() -> tool().cards(), "is not a card or a MIG device");
    }
}
