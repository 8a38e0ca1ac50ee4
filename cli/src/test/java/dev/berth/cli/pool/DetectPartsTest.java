package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine as one host with parts, printed and added to a site. */
class DetectPartsTest {
    private static final String HEAD = "index, uuid, name, memory.total [MiB], mig.mode.current\n";
    private static final String CARD = "%d, GPU-0000000%1$d-2222-3333-4444-555555555555, NVIDIA H200, 143771 MiB, %s\n";

    @TempDir
    private Path directory;

    private FakeNvidiaSmi fake;

    @BeforeEach
    void make() throws IOException {
        fake = new FakeNvidiaSmi(directory.resolve("bin"));
        fake.answering();
        cards(HEAD + CARD.formatted(0, "Disabled") + CARD.formatted(1, "Disabled"));
    }

    private void cards(String csv) throws IOException {
        fake.says("gpus.csv", csv);
    }

    private Ran detect(Map<String, String> variables, String... args) {
        Map<String, String> all = new HashMap<>(variables);
        all.putIfAbsent("XDG_CONFIG_HOME", directory.toString());
        all.put("PATH", fake.path());
        List<String> words = new ArrayList<>(List.of("pools", "detect"));
        words.addAll(List.of(args));
        return Ran.with(new byte[0], all, Shop.CLOCK, words.toArray(String[]::new));
    }

    @Test
    void equalHosts_joinOnePool_othersAreRefused() throws IOException {
        try (Shop shop = new Shop(directory)) {
            Ran first = detect(shop.variables, "--shared", "--add", "--host", "dgx1");
            assertThat(first.err()).isEmpty();
            assertThat(first.out())
                    .startsWith("Added: pool h200-2 with host dgx1: 2 gpus, ")
                    .endsWith(" of memory\n");
            assertThat(detect(shop.variables, "--add", "--host", "dgx2").out())
                    .isEqualTo("Added to pool h200-2: host dgx2\n");
            assertThat(detect(shop.variables, "--add", "--host", "dgx2").out())
                    .isEqualTo("Pool h200-2 already has host dgx2\n");
            JsonNode pool =
                    Shop.json(shop.berth("pools", "--json")).path("pools").path(2);
            assertThat(pool.path("servers").asInt()).isEqualTo(2);
            assertThat(pool.path("parts").path(0).toString())
                    .isEqualTo("{\"name\":\"gpu\",\"count\":2,\"devices\":true,\"shares\":1000,\"memory\":143771}");
            cards(HEAD + CARD.formatted(0, "Disabled"));
            Ran other = detect(shop.variables, "--add", "--host", "dgx3", "--pool", "h200-2");
            assertThat(other.err()).contains("Pool h200-2 has hosts with 2 gpus", "but this machine has 1 gpu");
            assertThat(detect(shop.variables, "--add", "--pool", "fast").err()).contains("servers without parts");
            assertThat(shop.berth("book", "train", "--gpu-memory", "20g", "--for", "1h")
                            .code())
                    .isZero();
        }
    }

    @Test
    void whatIsPrinted_isRead() throws IOException {
        String yaml = detect(Map.of(), "--shared", "--host", "dgx1").out();
        Path file = Files.writeString(directory.resolve("site.yaml"), "name: lab\n" + yaml);
        assertThat(SiteFile.read(file).pools()).singleElement().satisfies(each -> {
            assertThat(each.pool().id().name()).isEqualTo("h200-2");
            assertThat(each.pool().parts().get("gpu").shared()).isTrue();
            assertThat(each.pool().parts().get("gpu").memory()).isEqualTo(143_771);
            assertThat(each.pool().parts().get("cores").count()).isPositive();
            assertThat(each.named().getFirst().name()).isEqualTo("dgx1");
        });
        assertThat(detect(Map.of(), "--no-gpus", "--host", "node1").out())
                .contains("  - name: cores-")
                .doesNotContain("gpu");
    }

    @Test
    void kindsOfMigDevices_arePartsOfTheirOwn() throws IOException {
        cards(HEAD + CARD.formatted(0, "Enabled"));
        fake.says("list.txt", """
                GPU 0: NVIDIA H200 (UUID: GPU-00000000-2222-3333-4444-555555555555)
                  MIG 1g.18gb     Device  0: (UUID: MIG-00000000-0000-0000-0000-0000000000a0)
                  MIG 1g.18gb     Device  1: (UUID: MIG-00000000-0000-0000-0000-0000000000a1)
                  MIG 3g.71gb     Device  2: (UUID: MIG-00000000-0000-0000-0000-0000000000a2)
                """);
        assertThat(detect(Map.of(), "--host", "dgx1").out())
                .contains("  - name: h200-mig\n", "{gpu-1g.18gb: 2, gpu-3g.71gb: 1, cores: ");
        cards(HEAD + CARD.formatted(0, "Enabled") + CARD.formatted(1, "Disabled"));
        assertThat(detect(Map.of(), "--host", "dgx1").err())
                .contains("The GPUs of dgx1 are of several kinds (h200, some divided by MIG)");
    }

    @Test
    void optionsThatDoNotFit_areRefused() {
        assertThat(detect(Map.of(), "--no-cpus").err()).contains("--separate with --no-cpus");
        assertThat(detect(Map.of(), "--separate", "--shared").err()).contains("leave --separate out");
    }

    @Test
    void printedForAFile_itJoinsItsPool_orGetsANameOfItsOwn() throws IOException {
        Path file = Files.writeString(directory.resolve("site.yaml"), "name: lab\npools: []\n");
        String[] second = {"--host", "dgx2", "--config", file.toString()};
        Ran first = detect(Map.of(), "--host", "dgx1", "--config", file.toString());
        assertThat(first.err()).containsSubsequence("in place", file.toString());
        Files.writeString(file, "name: lab\n" + first.out());
        Ran joins = detect(Map.of(), second);
        assertThat(joins.err()).containsSubsequence("to the servers of pool h200-2 in", file.toString());
        assertThat(joins.out()).isEqualTo("      - {name: dgx2, host: dgx2}\n");
        Files.writeString(file, "name: lab\n" + first.out() + joins.out());
        assertThat(SiteFile.read(file).pools().getFirst().pool().servers()).isEqualTo(2);

        Files.writeString(file, "name: lab\npools:\n  - {name: h200-2, rate: 1, servers: 4}\n");
        Ran other = detect(Map.of(), second);
        assertThat(other.out()).startsWith("  - name: h200-2-dgx2\n");
        assertThat(other.err()).contains("Add this to the list below pools:");
        assertThat(detect(Map.of(), "--pool", "h200-2", "--config", file.toString())
                        .err())
                .contains("pool h200-2 already exists");
        assertThat(detect(Map.of(), "--host", "7").out()).contains("{name: \"7\", host: \"7\"}");
    }
}
