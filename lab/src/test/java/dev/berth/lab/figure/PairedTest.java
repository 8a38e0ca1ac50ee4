package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedTest {
    /** Differences 1, 2, 3: mean 2, standard error 1/sqrt 3, t of 2 degrees 4.302653: half width 2.484138. */
    @Test
    void handComputed() {
        Paired paired = Paired.of(new double[] {11, 22, 33}, new double[] {10, 20, 30});

        assertThat(paired.difference().mean()).isEqualTo(2);
        assertThat(paired.difference().halfWidth()).isCloseTo(2.484138, within(1e-6));
        assertThat(paired.words()).isEqualTo("+2.00 ± 2.48");
        assertThat(Paired.of(new double[] {3, 3}, 1.5, new double[] {1, 1})
                        .difference()
                        .mean())
                .isEqualTo(1.5);
    }

    /** Two runs whose differences are these; the interval is -4.85 to 6.85 for 0.5 and 1.5, and a point for equal ones. */
    @ParameterizedTest
    @CsvSource({
        "1,1,0,HOLDS,HOLDS,FAILS,FAILS,FAILS",
        "1,1,1,FAILS,HOLDS,FAILS,HOLDS,HOLDS",
        "1,1,2,FAILS,FAILS,HOLDS,HOLDS,HOLDS",
        "0,0,0,FAILS,HOLDS,FAILS,HOLDS,HOLDS",
        "-3,-3,1,FAILS,FAILS,HOLDS,HOLDS,FAILS",
        "0.5,1.5,0,UNDECIDED,UNDECIDED,UNDECIDED,UNDECIDED,UNDECIDED",
        "0.5,1.5,-5.4,HOLDS,HOLDS,FAILS,FAILS,UNDECIDED",
        "0.5,1.5,7.4,FAILS,FAILS,HOLDS,HOLDS,HOLDS"
    })
    void verdicts(
            double first,
            double second,
            double margin,
            Verdict above,
            Verdict atLeast,
            Verdict below,
            Verdict atMost,
            Verdict near) {
        Paired paired = Paired.of(first, second);

        assertThat(paired.above(margin)).isEqualTo(above);
        assertThat(paired.atLeast(margin)).isEqualTo(atLeast);
        assertThat(paired.below(margin)).isEqualTo(below);
        assertThat(paired.atMost(margin)).isEqualTo(atMost);
        if (margin >= 0) {
            assertThat(paired.within(margin)).isEqualTo(near);
        }
    }

    @Test
    void oneRun_orNone_decidesNothing() {
        assertThat(Paired.of(5.0).above(0)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Paired.of(Double.NaN, 5).above(0)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Paired.of(Double.NaN, Double.NaN).within(1)).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void partsOfASentence() {
        assertThat(Verdict.all(List.of(Verdict.HOLDS, Verdict.HOLDS))).isEqualTo(Verdict.HOLDS);
        assertThat(Verdict.all(List.of(Verdict.HOLDS, Verdict.UNDECIDED))).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.all(List.of(Verdict.UNDECIDED, Verdict.FAILS))).isEqualTo(Verdict.FAILS);
        assertThat(Verdict.all(List.of())).isEqualTo(Verdict.UNDECIDED);
    }
}
