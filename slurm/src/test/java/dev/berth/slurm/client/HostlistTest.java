package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.sandbox.Sandbox;
import dev.berth.wire.NodeRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostlistTest {
    @Test
    void expand_readsRangesWidthsAndSeveralBrackets() {
        assertThat(Hostlist.expand("c[1-3,07-08],g1")).containsExactly("c07", "c08", "c1", "c2", "c3", "g1");
        assertThat(Hostlist.expand("r[0-1]n[1-2]")).containsExactly("r0n1", "r0n2", "r1n1", "r1n2");
        assertThat(Hostlist.expand("c[098-101]")).containsExactly("c098", "c099", "c100", "c101");
        assertThat(Hostlist.expand("node-1.example.org")).containsExactly("node-1.example.org");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "c[1-2",
                "c1]",
                "c[[1]]",
                "c[2-1]",
                "c[a-b]",
                "c[]",
                "c[1-]",
                "c[1-99999999]",
                "c[1-60000],d[1-60000]",
                "c[1-300]d[1-300]",
                "a b",
                "a;b",
                "-a",
                "c[1-9999999999]"
            })
    void expand_refusesWhatIsNoList(String text) {
        assertThatThrownBy(() -> Hostlist.expand(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a list of nodes: ");
    }

    /** Slurm itself is the oracle: it reads what we fold, and we read what it folds. */
    @Test
    void foldAndExpand_agreeWithSlurm() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Sandbox slurm = Sandbox.start(1)) {
            for (int i = 0; i < 40; i++) {
                Set<String> names = names(random);
                String folded = NodeRanges.folded(names);
                assertThat(Hostlist.expand(folded))
                        .as("seed %d, %s", seed, folded)
                        .isEqualTo(names);
                assertThat(new TreeSet<>(slurm.run("scontrol", "show", "hostnames", folded)
                                .orThrow()
                                .lines()
                                .toList()))
                        .as("seed %d, %s", seed, folded)
                        .isEqualTo(names);
                String theirs = slurm.run("scontrol", "show", "hostlist", String.join(",", names))
                        .orThrow();
                assertThat(Hostlist.expand(theirs))
                        .as("seed %d, %s", seed, theirs)
                        .isEqualTo(names);
            }
        }
    }

    private static Set<String> names(Random random) {
        List<String> prefixes = List.of("c", "gpu", "r1n", "a-0", "x.y", "n00");
        List<String> names = new ArrayList<>();
        int count = 1 + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            String prefix = prefixes.get(random.nextInt(prefixes.size()));
            int number = random.nextInt(random.nextBoolean() ? 15 : 1200);
            names.add(prefix + (random.nextInt(4) == 0 ? "%03d".formatted(number) : String.valueOf(number)));
        }
        if (random.nextInt(3) == 0) {
            names.add("login");
        }
        return new TreeSet<>(names);
    }
}
