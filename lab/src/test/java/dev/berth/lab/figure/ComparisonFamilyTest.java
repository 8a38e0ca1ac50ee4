package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonFamilyTest {
    private static ComparisonFamily of(double... ifFalse) {
        return ComparisonFamily.of(DoubleStream.of(ifFalse)
                .mapToObj(probability -> new Comparison(probability, 1 - probability))
                .toList());
    }

    /** Limits of a family of four are 0.00625, 0.00833, 0.0125 and 0.025: 0.005 and 0.008 pass, 0.02 does not, nor what is after it. */
    @Test
    void holm_handComputed() {
        assertThat(of(0.008, 0.02, 0.022, 0.005).verdicts())
                .containsExactly(Verdict.HOLDS, Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.HOLDS);
        assertThat(of(0.022, 0.012, 0.008, 0.006).verdicts()).containsOnly(Verdict.HOLDS);
        // The smallest is above a quarter of 0.025, so nothing is decided, though each alone would be.
        assertThat(of(0.007, 0.007, 0.007, 0.007).verdicts()).containsOnly(Verdict.UNDECIDED);
        assertThat(of(0.025).all()).isEqualTo(Verdict.HOLDS);
        assertThat(of(0.026).all()).isEqualTo(Verdict.UNDECIDED);
    }

    /** All hold if each does alone, however many there are; that any holds must be shown against chance. */
    @Test
    void all_needNoCorrection_andAnyDoes() {
        ComparisonFamily all = of(0.007, 0.024, 0.02, 0.02);
        assertThat(all.all()).isEqualTo(Verdict.HOLDS);
        assertThat(all.words()).isEqualTo("4 of 4");
        assertThat(all.any()).isEqualTo(Verdict.UNDECIDED);
        assertThat(of(0.007, 0.5, 0.6, 0.7).any()).isEqualTo(Verdict.UNDECIDED);
        assertThat(of(0.006, 0.5, 0.6, 0.7).any()).isEqualTo(Verdict.HOLDS);
        assertThat(of(0.98, 0.98, 0.99).any()).isEqualTo(Verdict.FAILS);
        assertThat(of(0.98, 0.97, 0.99).any()).isEqualTo(Verdict.UNDECIDED);
        assertThat(of(0.98, 0.98, 0.98).all()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void refuted_byOneThatIsCertainEnough() {
        ComparisonFamily family = of(0.001, 0.999, 0.002);
        assertThat(family.all()).isEqualTo(Verdict.FAILS);
        assertThat(family.any()).isEqualTo(Verdict.HOLDS);
        assertThat(family.holding()).isEqualTo(2);
        assertThat(family.failing()).isEqualTo(1);
        assertThat(family.words()).isEqualTo("2 of 3");
        // 0.01 alone would refute, and among three does not.
        assertThat(of(0.001, 0.99, 0.002).all()).isEqualTo(Verdict.UNDECIDED);
        assertThat(of(0.001, 0.99, 0.002).words()).isEqualTo("2 of 3 (undecided at 1)");
    }

    @Test
    void nothing_decidesNothing() {
        assertThat(of().all()).isEqualTo(Verdict.UNDECIDED);
        assertThat(of().any()).isEqualTo(Verdict.UNDECIDED);
        assertThat(of().inMoreThan(0.5)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Comparison.allOf()).isEqualTo(Comparison.UNKNOWN);
        assertThat(ComparisonFamily.of(Comparison.UNKNOWN).verdicts()).containsExactly(Verdict.UNDECIDED);
    }

    @Test
    void share_isOfComparisonsJudgedAlone() {
        assertThat(of(0.02, 0.02, 0.02, 0.5, 0.5).inMoreThan(0.5)).isEqualTo(Verdict.HOLDS);
        assertThat(of(0.02, 0.02, 0.5, 0.99).inMoreThan(0.5)).isEqualTo(Verdict.UNDECIDED);
        assertThat(of(0.02, 0.02, 0.99, 0.99).inMoreThan(0.5)).isEqualTo(Verdict.FAILS);
    }

    /** The largest of the probabilities for, and the smallest against times their number. */
    @Test
    void severalThingsAtOnce() {
        Comparison both = Comparison.allOf(new Comparison(0.01, 0.6), new Comparison(0.02, 0.3));
        assertThat(both).isEqualTo(new Comparison(0.02, 0.6));
        assertThat(both.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(Comparison.allOf(new Comparison(0, 1), new Comparison(1, 0.02))
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(Comparison.allOf(Comparison.certain(true), Comparison.certain(false))
                        .verdict())
                .isEqualTo(Verdict.FAILS);
    }

    /** Holm is the closed test of Bonferroni: a comparison holds if in each set with it some probability is small for the set's size. */
    @Test
    void holm_isTheClosedTest() {
        SplittableRandom random = new SplittableRandom(92);
        for (int trial = 0; trial < 300; trial++) {
            double[] each = random.doubles(1 + random.nextInt(8))
                    .map(value -> value * value * 0.04)
                    .toArray();
            List<Verdict> expected = IntStream.range(0, each.length)
                    .mapToObj(i -> closed(each, i) ? Verdict.HOLDS : Verdict.UNDECIDED)
                    .toList();
            assertThat(of(each).verdicts()).as("seed 92, trial %d", trial).isEqualTo(expected);
        }
    }

    private static boolean closed(double[] each, int of) {
        for (int set = 1; set < 1 << each.length; set++) {
            if ((set >> of & 1) == 1) {
                double smallest = 1;
                for (int i = 0; i < each.length; i++) {
                    smallest = (set >> i & 1) == 1 ? Math.min(smallest, each[i]) : smallest;
                }
                if (smallest > 0.025 / Integer.bitCount(set)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Families of 24 comparisons of equals, by chance: rarely any holds, and judged alone nearly every second time. */
    @Test
    void errors_ofAWholeFamily() {
        SplittableRandom random = new SplittableRandom(7);
        int families = 2_000;
        int corrected = 0;
        int alone = 0;
        for (int family = 0; family < families; family++) {
            List<Comparison> comparisons = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                comparisons.add(Paired.of(normal(random, 10)).above(0));
            }
            corrected += ComparisonFamily.of(comparisons).any() == Verdict.HOLDS ? 1 : 0;
            alone += Collections.frequency(
                                    comparisons.stream()
                                            .map(Comparison::verdict)
                                            .toList(),
                                    Verdict.HOLDS)
                            > 0
                    ? 1
                    : 0;
        }
        assertThat((double) corrected / families).as("seed 7, corrected").isLessThan(0.035);
        assertThat((double) alone / families).as("seed 7, alone").isBetween(0.4, 0.5);
    }

    private static double[] normal(SplittableRandom random, int runs) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> random.nextGaussian())
                .toArray();
    }
}
