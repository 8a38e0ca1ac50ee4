package dev.berth.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Lateness.Step;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatenessTest {
    private static final Lateness STEPS =
            new Lateness(false, List.of(new Step(24, 100_000), new Step(4, 500_000)), 200_000);

    @Test
    void steps_areFreeUntilTheFirst_andHoldUntilTheNext() {
        assertThat(List.of(25L, 24L, 5L, 4L, 0L, -3L).stream().map(STEPS::share))
                .containsExactly(0, 100_000, 100_000, 500_000, 500_000, 500_000);
    }

    @Test
    void linear_risesFromStepToStep() {
        Lateness linear = new Lateness(true, List.of(new Step(24, 0), new Step(0, 600_000)), 0);
        assertThat(List.of(30L, 24L, 18L, 12L, 1L, 0L, -1L).stream().map(linear::share))
                .containsExactly(0, 0, 150_000, 300_000, 575_000, 600_000, 600_000);
    }

    @Test
    void share_neverFallsAsTheStartComesNearer() {
        for (long seed = 1; seed <= 200; seed++) {
            Lateness lateness = RandomLateness.next(new SplittableRandom(seed));
            for (long ahead = 60; ahead > -10; ahead--) {
                assertThat(lateness.share(ahead - 1))
                        .as("seed %d, %d ahead", seed, ahead)
                        .isGreaterThanOrEqualTo(lateness.share(ahead));
            }
        }
    }

    @Test
    void rules_areChecked() {
        assertThatThrownBy(() -> new Lateness(false, List.of(new Step(4, 1), new Step(4, 2)), 0))
                .isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new Lateness(false, List.of(new Step(4, 2), new Step(3, 1)), 0))
                .isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new Lateness(false, List.of(), 1_000_001)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new Step(-1, 0)).isInstanceOf(BadValue.class);
        assertThat(new Lateness(false, List.of(), 0).share(0)).isZero();
    }
}
