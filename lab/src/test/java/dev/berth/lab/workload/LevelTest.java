package dev.berth.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import org.junit.jupiter.api.Test;

class LevelTest {
    /** Expression (1): sums of the k largest rates grow from level to level, and the totals are equal. */
    @Test
    void levels_formAMajorisationChain() {
        for (int i = 1; i < Level.ALL.size(); i++) {
            assertThat(Level.ALL.get(i).majorises(Level.ALL.get(i - 1)))
                    .as("level %d", i)
                    .isTrue();
            assertThat(Level.ALL.get(i - 1).majorises(Level.ALL.get(i)))
                    .as("level %d", i)
                    .isFalse();
        }
        assertThat(Level.ALL).extracting(Level::total).containsOnly(2_000_000L);
    }

    @Test
    void majorises_needsEqualTotalsAndSizes() {
        assertThat(Level.parse("0.5,0.5").majorises(Level.parse("0.5,0.6"))).isFalse();
        assertThat(Level.parse("0.2,0.8").majorises(Level.parse("0.3,0.3,0.4"))).isFalse();
        assertThat(Level.parse("0.5,0.5").majorises(Level.parse("0.5,0.5"))).isTrue();
    }

    @Test
    void parse_refusesWhatIsNoRate() {
        assertThatThrownBy(() -> Level.parse("0.5,fast"))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("fast");
        assertThatThrownBy(() -> Level.parse("")).isInstanceOf(BadValue.class);
    }

    @Test
    void pools_shareTheServers() {
        assertThat(Level.L4.pools(120)).extracting(Pool::servers).containsExactly(40, 40, 40);
        assertThat(Level.L4.pools(11)).extracting(Pool::servers).containsExactly(3, 4, 4);
        assertThat(Level.L4).hasToString("L4 (0.2, 0.8, 1)");
    }
}
