package dev.berth.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void linear_ticksAreRound() {
        assertThat(new Axis(0, 10, false).ticks(6)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
        assertThat(new Axis(0.45, 1.25, false).ticks(10)).containsExactly(0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2);
        assertThat(new Axis(-3, 4, false).ticks(4)).containsExactly(-2.0, 0.0, 2.0, 4.0);
        assertThat(new Axis(0, 2.1e-7, false).ticks(5)).containsExactly(0.0, 5e-8, 1e-7, 1.5e-7, 2e-7);
    }

    @Test
    void logarithmic_ticksAreDecades_orFinerWhereTheyAreFew() {
        assertThat(new Axis(0.8, 30, true).ticks(6)).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0);
        assertThat(new Axis(0.01, 2000, true).ticks(6)).containsExactly(0.01, 0.1, 1.0, 10.0, 100.0, 1000.0);
        assertThat(new Axis(0.01, 2000, true).ticks(3)).containsExactly(0.01, 1.0, 100.0);
    }

    @Test
    void place_isTheShareOfTheWay() {
        assertThat(new Axis(10, 20, false).place(12.5)).isEqualTo(0.25);
        assertThat(new Axis(1, 100, true).place(10)).isEqualTo(0.5);
        assertThat(List.of(
                        new Axis(1, 100, true).place(-5),
                        new Axis(10, 20, false).place(5),
                        new Axis(10, 20, false).place(50)))
                .containsExactly(0.0, 0.0, 1.0);
    }

    @Test
    void single_value_getsAnAxisAroundIt() {
        for (double value : new double[] {0, -7, 1e-9, 3e12}) {
            Axis axis = Axis.of(value, value, false);
            assertThat(axis.least()).isLessThan(value);
            assertThat(axis.most()).isGreaterThan(value);
            assertThat(axis.place(value)).isCloseTo(0.5, Offset.offset(1e-12));
        }
        assertThat(Axis.of(5, 5, true).place(5)).isCloseTo(0.5, Offset.offset(1e-12));
    }

    /** For any ends: on the axis, ascending, at most as many as asked for, and at least one. */
    @Test
    void ticks_ofRandomAxes() {
        long seed = Long.getLong("berth.seed", 7);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 4_000; i++) {
            boolean log = random.nextBoolean();
            double least = Math.pow(10, random.nextDouble(-9, 9)) * (log || random.nextBoolean() ? 1 : -1);
            double most = log
                    ? least * Math.pow(10, random.nextDouble(0.4, 12))
                    : least + Math.abs(least) * Math.pow(10, random.nextDouble(-3, 6));
            Axis axis = new Axis(least, most, log);
            int atMost = random.nextInt(3, 20);
            List<Double> ticks = axis.ticks(atMost);
            String which = "seed " + seed + ", " + axis + ", " + atMost + ": " + ticks;
            assertThat(ticks).as(which).isSorted().doesNotHaveDuplicates().hasSizeBetween(1, atMost);
            double slack = (most - least) * 1e-6;
            assertThat(ticks.getFirst()).as(which).isGreaterThanOrEqualTo(least - slack);
            assertThat(ticks.getLast()).as(which).isLessThanOrEqualTo(most + slack);
        }
    }
}
