package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import org.junit.jupiter.api.Test;

class LatestTest {
    private final Latest<String> latest = new Latest<>(10);

    @Test
    void theUserWithTheMost_losesTheOldest() {
        latest.add(1, "ana", 3, "a1");
        latest.add(2, "ben", 2, "b2");
        latest.add(3, "ana", 3, "a3");
        Undo fourth = latest.add(4, "ben", 3, "b4");
        assertThat(latest.all()).containsExactly("b2", "a3", "b4");
        assertThat(latest.before(4)).containsExactly("a3", "b2");
        fourth.undo();
        assertThat(latest.all()).containsExactly("a1", "b2", "a3");
        assertThat(latest.get(1)).hasValue("a1");
    }

    @Test
    void oneThatIsTooLargeForItself_isKeptAlone() {
        latest.add(1, "ana", 3, "a1");
        latest.add(2, "ben", 30, "b2");
        assertThat(latest.all()).hasSize(1);
    }
}
