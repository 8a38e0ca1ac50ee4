package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
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

        assertThat(paired.above(margin).verdict()).isEqualTo(above);
        assertThat(paired.atLeast(margin).verdict()).isEqualTo(atLeast);
        assertThat(paired.below(margin).verdict()).isEqualTo(below);
        assertThat(paired.atMost(margin).verdict()).isEqualTo(atMost);
        if (margin >= 0) {
            assertThat(paired.within(margin).verdict()).isEqualTo(near);
        }
    }

    /** Differences 1, 2, 3: t is 2 sqrt 3, and its tail with 2 degrees is (1 - t / sqrt(t^2 + 2)) / 2. */
    @Test
    void comparison_handComputed() {
        Comparison above = Paired.of(1, 2, 3).above(0);
        double t = 2 * Math.sqrt(3);
        double tail = (1 - t / Math.sqrt(t * t + 2)) / 2;

        assertThat(above.ifFalse()).isCloseTo(tail, within(1e-9));
        assertThat(above.ifTrue()).isCloseTo(1 - tail, within(1e-9));
        assertThat(Paired.of(1, 2, 3).atMost(0)).isEqualTo(new Comparison(above.ifTrue(), above.ifFalse()));
        // Within 4: the ends are -4 and 4, six and two away from the mean.
        Comparison within = Paired.of(1, 2, 3).within(4);
        assertThat(within.ifFalse()).isCloseTo(tail, within(1e-9));
        assertThat(within.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    /** Alone a comparison is decided as by the 95% interval, whatever the runs. */
    @Test
    void verdict_isThatOfTheInterval() {
        SplittableRandom random = new SplittableRandom(38);
        for (int trial = 0; trial < 500; trial++) {
            double[] differences = random.doubles(2 + random.nextInt(9), -1, 2).toArray();
            Paired paired = Paired.of(differences);
            double low = paired.difference().mean() - paired.difference().halfWidth();
            double high = paired.difference().mean() + paired.difference().halfWidth();

            assertThat(paired.above(0).verdict())
                    .as("seed 38, trial %d", trial)
                    .isEqualTo(low > 0 ? Verdict.HOLDS : high <= 0 ? Verdict.FAILS : Verdict.UNDECIDED);
            assertThat(paired.within(1.5).verdict())
                    .as("seed 38, trial %d", trial)
                    .isEqualTo(
                            low >= -1.5 && high <= 1.5
                                    ? Verdict.HOLDS
                                    : high < -1.5 || low > 1.5 ? Verdict.FAILS : Verdict.UNDECIDED);
        }
    }

    @Test
    void oneRun_orNone_decidesNothing() {
        assertThat(Paired.of(5.0).above(0).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(Paired.of(Double.NaN, 5).above(0).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(Paired.of(Double.NaN, Double.NaN).within(1).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void partsOfASentence() {
        assertThat(Verdict.all(List.of(Verdict.HOLDS, Verdict.HOLDS))).isEqualTo(Verdict.HOLDS);
        assertThat(Verdict.all(List.of(Verdict.HOLDS, Verdict.UNDECIDED))).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.all(List.of(Verdict.UNDECIDED, Verdict.FAILS))).isEqualTo(Verdict.FAILS);
        assertThat(Verdict.all(List.of())).isEqualTo(Verdict.UNDECIDED);
    }
}
