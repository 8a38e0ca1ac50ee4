package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class RunShareTest {
    /** With 0 of 10 the upper end is 1 - 0.025^(1/10); 5 of 10 and 5 of 100 are in every table. */
    @Test
    void interval_handComputed() {
        assertThat(new RunShare(0, 10).low()).isZero();
        assertThat(new RunShare(0, 10).high()).isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-9));
        assertThat(new RunShare(10, 10).low()).isCloseTo(Math.pow(0.025, 0.1), within(1e-9));
        assertThat(new RunShare(10, 10).high()).isEqualTo(1);
        assertThat(new RunShare(5, 10).low()).isCloseTo(0.18709, within(1e-5));
        assertThat(new RunShare(5, 10).high()).isCloseTo(0.81291, within(1e-5));
        assertThat(new RunShare(5, 100).words()).isEqualTo("5 of 100 (1.6 to 11.3%)");
        assertThat(new RunShare(0, 100).words()).isEqualTo("0 of 100 (0.0 to 3.6%)");
        assertThat(new RunShare(0, 0).words()).isEqualTo("0 of 0");
    }

    /** A panel's interval is as wide below as above, and has all of the exact one. */
    @Test
    void percent_containsTheExactInterval() {
        assertThat(new RunShare(0, 100).percent().mean()).isZero();
        assertThat(new RunShare(0, 100).percent().halfWidth()).isCloseTo(3.6217, within(1e-4));
        assertThat(new RunShare(5, 100).percent().mean()).isEqualTo(5);
        assertThat(new RunShare(5, 100).percent().halfWidth()).isCloseTo(11.2835 - 5, within(1e-3));
        assertThat(new RunShare(95, 100).percent().halfWidth()).isCloseTo(11.2835 - 5, within(1e-3));
        assertThat(new RunShare(0, 0).percent().mean()).isNaN();
    }

    /** 2 of 3 with a probability of a half: 1/8 + 3/8 + 3/8 that there are no more, 3/8 + 1/8 that there are no fewer. */
    @Test
    void comparison_handComputed() {
        Comparison atMost = new RunShare(2, 3).atMost(0.5);
        assertThat(atMost.ifFalse()).isCloseTo(7.0 / 8, within(1e-12));
        assertThat(atMost.ifTrue()).isCloseTo(4.0 / 8, within(1e-12));
        assertThat(new RunShare(2, 3).atLeast(0.5)).isEqualTo(new Comparison(atMost.ifTrue(), atMost.ifFalse()));
        assertThat(new RunShare(0, 100).atMost(0.05).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(new RunShare(1, 100).atMost(0.05).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(new RunShare(12, 100).atMost(0.05).verdict()).isEqualTo(Verdict.FAILS);
        assertThat(new RunShare(0, 0).atMost(0.05).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    /** Sums of binomials in exact arithmetic, for every count of some numbers of runs. */
    @Test
    void comparison_isTheSumOfBinomials() {
        for (int runs : new int[] {1, 2, 7, 30}) {
            for (int hundredths : new int[] {1, 5, 37, 50, 90}) {
                for (int count = 0; count <= runs; count++) {
                    Comparison atMost = new RunShare(count, runs).atMost(hundredths / 100.0);
                    assertThat(atMost.ifFalse()).isCloseTo(sum(runs, hundredths, 0, count), within(1e-10));
                    assertThat(atMost.ifTrue()).isCloseTo(sum(runs, hundredths, count, runs), within(1e-10));
                }
            }
        }
    }

    /** The ends of the interval are where the tails are 2.5%, and it decides as the comparison does. */
    @Test
    void interval_isThatOfTheComparison() {
        for (int runs : new int[] {1, 2, 7, 30}) {
            for (int count = 0; count <= runs; count++) {
                RunShare share = new RunShare(count, runs);
                if (count > 0) {
                    assertThat(share.atMost(share.low()).ifTrue()).isCloseTo(0.025, within(1e-6));
                }
                if (count < runs) {
                    assertThat(share.atMost(share.high()).ifFalse()).isCloseTo(0.025, within(1e-6));
                }
                for (double limit = 0.0053; limit < 1; limit += 0.01) {
                    Verdict expected = share.high() <= limit
                            ? Verdict.HOLDS
                            : share.low() >= limit ? Verdict.FAILS : Verdict.UNDECIDED;
                    assertThat(share.atMost(limit).verdict())
                            .as("%s against %s", share, limit)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void runs_areCounted() {
        double[] failed = {100, 0, Double.NaN, 0, 100, 100};
        assertThat(RunShare.of(failed, value -> value > 0)).isEqualTo(new RunShare(3, 5));
        // Only the runs in which they differ say which is larger more often.
        assertThat(RunShare.larger(new double[] {3, 1, 2, 5}, new double[] {1, 1, 3, 4}))
                .isEqualTo(new RunShare(2, 3));
        assertThatThrownBy(() -> RunShare.larger(new double[] {1}, new double[] {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunShare(3, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Probability that the number of successes is within these bounds, in this many runs of this probability in hundredths. */
    private static double sum(int runs, int hundredths, int from, int to) {
        BigInteger sum = BigInteger.ZERO;
        for (int k = from; k <= to; k++) {
            sum = sum.add(choose(runs, k)
                    .multiply(BigInteger.valueOf(hundredths).pow(k))
                    .multiply(BigInteger.valueOf(100 - hundredths).pow(runs - k)));
        }
        return new BigDecimal(sum).movePointLeft(2 * runs).doubleValue();
    }

    private static BigInteger choose(int of, int count) {
        BigInteger ways = BigInteger.ONE;
        for (int i = 0; i < count; i++) {
            ways = ways.multiply(BigInteger.valueOf(of - i)).divide(BigInteger.valueOf(i + 1));
        }
        return ways;
    }
}
