package dev.berth.engine.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.agreement.TimeCurve.Step;
import dev.berth.engine.model.BadValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeCurveTest {
    @Test
    void values_holdUntilTheNext_andOutsideTheCurveThereIsTheOtherValue() {
        TimeCurve curve = new TimeCurve(List.of(new Step(10, 5), new Step(20, 8)), 30, 100);
        assertThat(List.of(curve.at(9), curve.at(10), curve.at(19), curve.at(20), curve.at(29), curve.at(30)))
                .containsExactly(100, 5, 5, 8, 8, 100);
        assertThat(curve.sum(8, 32)).isEqualTo(2 * 100 + 10 * 5 + 10 * 8 + 2 * 100);
        assertThat(curve.mean(18, 21)).as("(5 + 5 + 8) / 3").isEqualTo(6);
        assertThat(curve.mean(40, 40)).isEqualTo(100);
        assertThat(curve.leastMean(0, 40, 5)).as("within the cheap step").isEqualTo(5);
        assertThat(curve.leastMean(0, 5, 4)).as("before the curve").isEqualTo(100);
    }

    @Test
    void bounds_areKept() {
        assertThatThrownBy(() -> new TimeCurve(List.of(), 1, 0)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new TimeCurve(List.of(new Step(5, 1), new Step(5, 2)), 9, 0))
                .isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new TimeCurve(List.of(new Step(5, 1)), 5, 0)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new Step(5, -1)).isInstanceOf(BadValue.class);
        List<Step> many = new ArrayList<>();
        for (int i = 0; i <= TimeCurve.MOST_STEPS; i++) {
            many.add(new Step(i, 1));
        }
        assertThatThrownBy(() -> new TimeCurve(many, many.size(), 0)).isInstanceOf(BadValue.class);
    }

    @Test
    void sumsAndLeastMeans_areThoseOfCountingUnitByUnit() {
        for (long seed = 1; seed <= 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimeCurve curve = random(random);
            long from = random.nextInt(60);
            long to = from + random.nextInt(60);
            assertThat(curve.sum(from, to)).as("seed " + seed).isEqualTo(counted(curve, from, to));
            long latest = from + random.nextInt(40);
            long duration = 1 + random.nextInt(20);
            long least = Long.MAX_VALUE;
            for (long start = from; start <= latest; start++) {
                least = Math.min(least, counted(curve, start, start + duration));
            }
            assertThat(curve.leastMean(from, latest, duration))
                    .as("seed " + seed)
                    .isEqualTo((int) (least / duration));
        }
    }

    static TimeCurve random(SplittableRandom random) {
        List<Step> steps = new ArrayList<>();
        long time = random.nextInt(30);
        for (int left = 1 + random.nextInt(6); left > 0; left--) {
            steps.add(new Step(time, random.nextInt(3_000_000)));
            time += 1 + random.nextInt(25);
        }
        return new TimeCurve(steps, time, 1_000_000);
    }

    private static long counted(TimeCurve curve, long from, long to) {
        long sum = 0;
        for (long time = from; time < to; time++) {
            sum += curve.at(time);
        }
        return sum;
    }
}
