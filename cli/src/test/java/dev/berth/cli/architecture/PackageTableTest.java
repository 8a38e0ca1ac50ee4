package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PackageTableTest {
    private static final String TEXT = """
            # The lowest first.

            low
            low.inner -> low
            high -> low, low.inner

            ! low.Names -> low.inner: a registry
            """;

    @Test
    void isReadAsItIsWritten() {
        PackageTable table = PackageTable.of(TEXT.lines().toList());
        assertThat(table).hasToString(TEXT);
        assertThat(table.backwards()).isEmpty();
        assertThat(table.exemptions().getFirst().covers("low.Names$1", "low.inner"))
                .isTrue();
        assertThat(table.exemptions().getFirst().covers("low.NamesToo", "low.inner"))
                .isFalse();
        assertThatThrownBy(() -> PackageTable.of(List.of("low", "low"))).hasMessageContaining("twice");
    }

    @Test
    void circles_andArrowsBackUp_areFound() {
        assertThat(PackageTable.of(List.of("a -> b", "b -> a")).backwards()).containsExactly("a -> b");
        assertThat(PackageTable.of(List.of("low -> high", "high")).backwards()).containsExactly("low -> high");
        assertThat(PackageTable.of(List.of("a -> nowhere")).backwards()).containsExactly("a -> nowhere");
    }

    @Test
    void corrected_isInAnOrderWithoutArrowsBackUp() {
        Map<String, Set<String>> real = new TreeMap<>(
                Map.of("low.b", Set.of(), "low.a", Set.of("low.b"), "high", Set.of("low.a"), "low", Set.of("low.a")));
        PackageTable corrected = PackageTable.of(TEXT.lines().toList()).corrected(real, List.of("low", "high"));
        assertThat(corrected.uses().keySet()).containsExactly("low.b", "low.a", "low", "high");
        assertThat(corrected.backwards()).isEmpty();
    }
}
